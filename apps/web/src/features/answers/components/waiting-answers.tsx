import { Link } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { deleteWaitingAnswer, type WaitingAnswer } from "#lib/offline/waiting-answers.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { useWaitingAnswers } from "../queries/waiting.ts";

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

export function WaitingCard({ answer, onEdit, children }: WaitingCardProps) {
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
        <div className="flex items-start gap-2">
          <CloudOff size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          <FoldedText text={text} className="min-w-0 wrap-anywhere" />
        </div>
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
          <span className="contents">{children}</span>
        </div>
      </Callout>
    </div>
  );
}
