import type { OwnAnswer } from "@toibako/contract/answers.ts";
import { useState } from "react";
import { EditForm } from "#features/answers/components/edit-form.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Sheet } from "#ui/sheet.tsx";
import type { Frame } from "./message.tsx";

interface EditAnswerProps extends Frame {
  answer: OwnAnswer;
}

/** Corrects an answer over the page; closing with a change in progress asks first. */
export function EditAnswer(props: EditAnswerProps) {
  return <Editing key={props.answer.id} {...props} />;
}

function Editing({ answer, open, on_open_change }: EditAnswerProps) {
  const { t } = useTexts();
  const [text, write] = useState(answer.text);
  const [asks, setAsks] = useState(false);

  function change(next: boolean) {
    if (!next && text !== answer.text) setAsks(true);
    else on_open_change(next);
  }
  function discard() {
    write(answer.text);
    on_open_change(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={change}
      title={t("answers.edit_title")}
      closeLabel={t("common.close")}
    >
      <EditForm answer={answer} text={text} write={write} on_saved={() => on_open_change(false)} />
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
