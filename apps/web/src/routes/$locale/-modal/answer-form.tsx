import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import {
  AnswerForm,
  draftKey,
  type QuestionToAnswer,
} from "#features/answers/components/answer-form.tsx";
import { keep, keptUnder } from "#lib/draft.ts";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Sheet } from "#ui/sheet.tsx";
import type { Frame } from "./message.tsx";

interface AnswerFormContentProps extends Frame {
  question: QuestionToAnswer & { body: string };
}

/** Answers a question over the page; closing with a text in progress asks first. */
export function AnswerFormContent({ question, open, on_open_change }: AnswerFormContentProps) {
  const { t } = useTexts();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const key = draftKey(question.uuid_hash);

  function change(next: boolean) {
    if (!next && keptUnder(key).trim()) setAsks(true);
    else on_open_change(next);
  }
  function discard() {
    keep(key, "");
    on_open_change(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={change}
      title={t("modals.answer_title")}
      closeLabel={t("common.close")}
    >
      <p className="mb-4 rounded-lg bg-paper px-4 py-3 font-bold text-ink-on-paper">
        {question.body}
      </p>
      <AnswerForm
        question={question}
        on_answered={(location) => router.navigate({ href: location })}
      />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t("modals.discard_title")}
        confirmLabel={t("modals.discard")}
        processingLabel={t("modals.discard")}
        cancelLabel={t("modals.keep")}
        onConfirm={discard}
        danger
      >
        {t("modals.discard_text")}
      </ConfirmDialog>
    </Sheet>
  );
}
