import { checkPost, normalizeText } from "@toibako/contract/text.ts";
import { Send } from "lucide-react";
import { type SubmitEvent, useEffect, useRef } from "react";
import { useDraft } from "#lib/draft.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { useToasts } from "#ui/toasts.ts";
import { useAnswer } from "../queries.ts";
import { AnswerFailure } from "./answer-failure.tsx";
import { AnswerField } from "./answer-field.tsx";
import { PutAway } from "./put-away.tsx";

interface AnswerFormProps {
  /** The question to be answered; without one nothing is sent. */
  question: { uuid_hash: string; body: string; locale: string } | undefined;
  /** With the path of the page that shows question and answer. */
  on_answered: (location: string) => void;
  /** Offers to put the form away; left out where it always stands. */
  on_close?: () => void;
}

/** Where a tab keeps the answer in progress. */
export const draftKey = (uuid_hash: string) => `answer_text:${uuid_hash}`;

/** Writes the answer to a received question. What is typed outlives a reload. */
export function AnswerForm({ question, on_answered, on_close }: AnswerFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const uuid_hash = question?.uuid_hash ?? "";
  const [text, write] = useDraft(draftKey(uuid_hash));
  const answer = useAnswer(uuid_hash);
  const problem = checkPost(text);
  const field = useRef<HTMLTextAreaElement>(null);

  // A form that was asked for takes the keyboard at once.
  const opened = on_close !== undefined;
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);

  function putAway() {
    write("");
    on_close?.();
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
    const path = await answer.mutateAsync(normalizeText(text)).catch(() => undefined);
    if (path === undefined) return;
    write("");
    toasts.toast(t("answers.answered"), { type: "success" });
    // Whoever went elsewhere meanwhile stays there.
    if (location.pathname === from) on_answered(path);
  }

  return (
    <form onSubmit={submit} className="grid gap-3 px-1 pb-1" aria-busy={answer.isPending}>
      <AnswerField
        ref={field}
        text={text}
        write={write}
        hint={t("answers.public")}
        busy={answer.isPending}
      />
      {answer.error && <AnswerFailure error={answer.error} uuid_hash={uuid_hash} />}
      <div className="flex items-center justify-end gap-2">
        {on_close && <PutAway text={text} on_away={putAway} />}
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
