import type { OwnAnswer } from "@toibako/contract/answers.ts";
import type { TypedAnswer } from "@toibako/contract/text.ts";
import { useState } from "react";
import type { Answerable } from "#features/answers/components/answer-fields.tsx";
import { EditForm } from "#features/answers/components/edit-form.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Sheet } from "#ui/sheet.tsx";
import type { Frame } from "./message.tsx";

interface EditAnswerProps extends Frame {
  answer: OwnAnswer;
  question: Answerable;
}

/** Corrects an answer over the page; closing with a change in progress asks first. */
export function EditAnswer(props: EditAnswerProps) {
  return <Editing key={props.answer.id} {...props} />;
}

function Editing({ answer, question, open, on_open_change }: EditAnswerProps) {
  const { t } = useTexts();
  const { text, chosen_option } = answer;
  const [typed, change] = useState<TypedAnswer>({ text, chosen_option });
  const [asks, setAsks] = useState(false);

  function turn(next: boolean) {
    const is_changed = typed.text !== text || typed.chosen_option !== chosen_option;
    if (!next && is_changed) setAsks(true);
    else on_open_change(next);
  }
  function discard() {
    change({ text, chosen_option });
    on_open_change(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={turn}
      title={t("answers.edit_title")}
      closeLabel={t("common.close")}
    >
      <EditForm
        answer={answer}
        question={question}
        typed={typed}
        change={change}
        on_saved={() => on_open_change(false)}
      />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t("answers.discard_title")}
        confirmLabel={t("answers.discard")}
        processingLabel={t("answers.discard")}
        cancelLabel={t("answers.keep")}
        onConfirm={discard}
        danger
      >
        {t("answers.discard_text")}
      </ConfirmDialog>
    </Sheet>
  );
}
