import { useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { isBegun, useQuestionDraft } from "./question-draft.tsx";
import { QuestionFormOf } from "./question-form.tsx";

interface QuestionFormModalProps {
  account: string;
  displaying_name: string;
  open: boolean;
  on_open_change: (open: boolean) => void;
}

/** The form over the page; closing it with a text in progress asks first. */
export function QuestionFormModal(props: QuestionFormModalProps) {
  const { account, displaying_name, open, on_open_change } = props;
  const { t } = useTexts();
  const draft = useQuestionDraft(account);
  const [asks, set_asks] = useState(false);

  function change(next: boolean) {
    if (!next && isBegun(draft)) set_asks(true);
    else on_open_change(next);
  }
  function discard() {
    draft.clear();
    on_open_change(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={change}
      title={t("questions.ask_title", { name: displaying_name })}
      closeLabel={t("questions.close")}
    >
      <QuestionFormOf
        account={account}
        displaying_name={displaying_name}
        on_sent={() => on_open_change(false)}
        draft={draft}
      />
      <ConfirmDialog
        open={asks}
        onOpenChange={set_asks}
        title={t("questions.discard_title")}
        confirmLabel={t("questions.discard")}
        processingLabel={t("questions.discard")}
        cancelLabel={t("questions.keep")}
        onConfirm={discard}
        danger
      >
        {t("questions.discard_text")}
      </ConfirmDialog>
    </Sheet>
  );
}
