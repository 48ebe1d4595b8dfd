import { checkAnswer } from "@toibako/contract/text.ts";
import { Send } from "lucide-react";
import { type SubmitEvent, useEffect, useRef } from "react";
import { useDraft } from "#lib/forms/draft.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useAnswer } from "../queries.ts";
import { AnswerFailure } from "./answer-failure.tsx";
import { type Answerable, AnswerFields } from "./answer-fields.tsx";
import { AtOnce } from "./at-once.tsx";
import { PutAway } from "./put-away.tsx";

export interface QuestionToAnswer extends Answerable {
  uuid_hash: string;
  /** How many questions an answer to this one answers. */
  answers_at_once?: number;
}

interface AnswerFormProps {
  /** The question to be answered; without one nothing is sent. */
  question: QuestionToAnswer | undefined;
  /** With the path of the page that shows question and answer. */
  onAnswered: (location: string) => void;
  /** Offers to put the form away; left out where it always stands. */
  onClose?: () => void;
}

/** Where a tab keeps the answer in progress. */
const draftKey = (uuid_hash: string) => `answer_text:${uuid_hash}`;
const optionKey = (uuid_hash: string) => `answer_option:${uuid_hash}`;

/** Writes the answer to a received question. What is typed outlives a reload. */
export function AnswerForm({ question, onAnswered, onClose }: AnswerFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const uuid_hash = question?.uuid_hash ?? "";
  const [text, write] = useDraft(draftKey(uuid_hash));
  const answer = useAnswer(uuid_hash);
  const [option, pick] = useDraft(optionKey(uuid_hash));
  const typed = { text, chosen_option: option === "" ? null : Number(option) };
  const problem = checkAnswer(typed, !!question?.options);
  const field = useRef<HTMLTextAreaElement>(null);

  // A form that was asked for takes the keyboard at once.
  const opened = onClose !== undefined;
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);

  function putAway() {
    write("");
    onClose?.();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!question) {
      reportError(new Error("An answer was submitted without an active question"));
      toasts.show("error", t("answers.no_question"));
      return;
    }
    if (problem || answer.isPending) return;
    const from = location.pathname;
    const answered = await answer.mutateAsync(typed).catch(() => undefined);
    if (!answered) return;
    const { path, answered_count: n } = answered;
    write("");
    pick("");
    toasts.toast(t(n > 1 ? "answers.answered_in_batch" : "answers.answered", { n }), {
      type: "success",
    });
    // Whoever went elsewhere meanwhile stays there.
    if (location.pathname === from) onAnswered(path);
  }

  return (
    <form onSubmit={submit} className="grid gap-3 px-1 pb-1" aria-busy={answer.isPending}>
      <AnswerFields
        ref={field}
        question={question}
        typed={typed}
        write={write}
        pick={(index) => pick(String(index))}
        hint={t("answers.public")}
        busy={answer.isPending}
      />
      <AtOnce n={question?.answers_at_once ?? 1} />
      {answer.error && <AnswerFailure error={answer.error} uuid_hash={uuid_hash} />}
      <div className="flex items-center justify-end gap-2">
        {onClose && <PutAway text={text} onAway={putAway} />}
        <Button
          type="submit"
          className="min-w-36 max-sm:flex-1"
          disabled={question !== undefined && problem !== undefined}
          pending={answer.isPending}
          pendingLabel={t("answers.sending")}
        >
          <Send size={18} aria-hidden="true" />
          {t("answers.send")}
        </Button>
      </div>
    </form>
  );
}
