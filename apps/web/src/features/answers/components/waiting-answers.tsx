import { Link } from "@tanstack/react-router";
import type { TypedAnswer } from "@toibako/contract/text.ts";
import { CloudOff } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { deleteWaitingAnswer, type WaitingAnswer } from "#lib/offline/waiting-answers.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { useStoreAnswer, useWaitingAnswers } from "../queries/waiting.ts";

interface WaitingAnswerToQuestionProps {
  question_id: string;
  onWaiting: (isWaiting: boolean) => void;
  /** Called with the answer, to be edited in the form. */
  onEdit: (typed: TypedAnswer) => void;
  /** Receives the function with which the form stores an answer. */
  storeAnswerRef: { current: ReturnType<typeof useStoreAnswer> | undefined };
}

/** The waiting answer to one question. Tells the form by `onWaiting` whether there is one. */
export function WaitingAnswerToQuestion({
  question_id,
  onWaiting,
  onEdit,
  storeAnswerRef,
}: WaitingAnswerToQuestionProps) {
  const answer = useWaitingAnswers().find((waiting) => waiting.question_id === question_id);
  const isWaiting = answer !== undefined;
  const storeAnswer = useStoreAnswer();
  useEffect(() => {
    storeAnswerRef.current = storeAnswer;
  });
  useEffect(() => onWaiting(isWaiting), [isWaiting, onWaiting]);
  if (!answer) return null;
  return <WaitingCard answer={answer} onEdit={() => onEdit(answer)} />;
}

/** All waiting answers of the account, each with a link to its question. */
export function WaitingAnswers() {
  const { t, locale } = useTexts();
  const answers = useWaitingAnswers();
  return answers.map((answer) => (
    <div key={answer.key} className="mb-4">
      <WaitingCard answer={answer}>
        <Link
          to="/$locale/q/$uuid"
          params={{ locale, uuid: answer.question_id }}
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          {t("answers.see_page")}
        </Link>
      </WaitingCard>
    </div>
  ));
}

interface WaitingCardProps {
  answer: WaitingAnswer;
  /** Left out where there is no form to edit the answer. */
  onEdit?: () => void;
  children?: ReactNode;
}

function WaitingCard({ answer, onEdit, children }: WaitingCardProps) {
  const { t } = useTexts();
  const { key, refusal, question_text, text } = answer;
  const messages = refusal?.messages ?? [];
  return (
    <div role="status">
      <Callout
        tone={refusal ? "warn" : "info"}
        title={t(refusal ? "answers.waiting_refused" : "answers.waiting")}
      >
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {!refusal && <p>{t("answers.waiting_text")}</p>}
        <div className="mt-2">
          <Quote text={question_text} />
        </div>
        <p className="flex items-start gap-2 whitespace-pre-wrap">
          <CloudOff size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          {onEdit && (
            <Button
              variant="outline"
              size="sm"
              onClick={() => void deleteWaitingAnswer(key).then(onEdit)}
            >
              {t("answers.waiting_edit")}
            </Button>
          )}
          {children}
        </div>
      </Callout>
    </div>
  );
}
