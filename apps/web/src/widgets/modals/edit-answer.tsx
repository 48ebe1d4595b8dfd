import type { OwnAnswer } from "@toibako/contract/answers.ts";
import type { TypedAnswer } from "@toibako/contract/text.ts";
import { useState } from "react";
import type { Answerable } from "#features/answers/components/answer-fields.tsx";
import { EditForm } from "#features/answers/components/edit-form.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalFrame } from "./message-dialog.tsx";

interface EditAnswerProps extends ModalFrame {
  answer: OwnAnswer;
  question: Answerable;
}

/** Edits an answer; closing with unsaved changes asks for confirmation. */
export function EditAnswer(props: EditAnswerProps) {
  return <EditAnswerSheet key={props.answer.id} {...props} />;
}

function EditAnswerSheet({ answer, question, open, onOpenChange }: EditAnswerProps) {
  const { t } = useTexts();
  const { text, chosen_option } = answer;
  const [typed, setTyped] = useState<TypedAnswer>({ text, chosen_option });
  const [isConfirming, setIsConfirming] = useState(false);

  function changeOpen(next: boolean) {
    const isChanged = typed.text !== text || typed.chosen_option !== chosen_option;
    if (!next && isChanged) setIsConfirming(true);
    else onOpenChange(next);
  }
  function discard() {
    setTyped({ text, chosen_option });
    onOpenChange(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={changeOpen}
      title={t("answers.edit_title")}
      closeLabel={t("common.close")}
    >
      <EditForm
        answer={answer}
        question={question}
        typed={typed}
        change={setTyped}
        onSaved={() => onOpenChange(false)}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("answers.discard_title")}
        confirmLabel={t("answers.discard")}
        processingLabel={t("answers.discard")}
        cancelLabel={t("answers.keep_writing")}
        onConfirm={discard}
        danger
      >
        {t("answers.discard_text")}
      </ConfirmDialog>
    </Sheet>
  );
}
