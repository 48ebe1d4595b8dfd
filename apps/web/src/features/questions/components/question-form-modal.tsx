import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { isBegun, useQuestionDraft } from "./question-draft.tsx";
import { QuestionFormWithDraft } from "./question-form.tsx";

interface QuestionFormModalProps {
  account: string;
  displaying_name: string;
  isSignedIn: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The question form in a sheet; closing it with a text in progress asks for confirmation. */
export function QuestionFormModal(props: QuestionFormModalProps) {
  const { account, displaying_name, isSignedIn, open, onOpenChange } = props;
  const { t } = useTexts();
  const draft = useQuestionDraft(account);
  const [isConfirming, setIsConfirming] = useState(false);

  function changeOpen(next: boolean) {
    if (!next && isBegun(draft)) setIsConfirming(true);
    else onOpenChange(next);
  }
  function discard() {
    draft.clear();
    onOpenChange(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={changeOpen}
      title={t("questions.ask_title", { name: displaying_name })}
      closeLabel={t("questions.close")}
    >
      <QuestionFormWithDraft
        account={account}
        displaying_name={displaying_name}
        isSignedIn={isSignedIn}
        onSent={() => onOpenChange(false)}
        draft={draft}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("questions.discard_title")}
        confirmLabel={t("questions.discard")}
        processingLabel={t("questions.discard")}
        cancelLabel={t("questions.keep_writing")}
        onConfirm={discard}
        danger
      >
        {t("questions.discard_text")}
      </ConfirmDialog>
    </Sheet>
  );
}
