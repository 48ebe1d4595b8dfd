import { useDeleteAnswer } from "#features/answers/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import type { ModalFrame } from "./message-dialog.tsx";

interface DeleteAnswerProps extends ModalFrame {
  answer_id: string;
}

/** Asks for confirmation before deleting an answer, and says what is deleted with it. */
export function DeleteAnswer({ answer_id, open, onOpenChange }: DeleteAnswerProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const deletion = useDeleteAnswer(answer_id);

  async function confirm() {
    await deletion.mutateAsync();
    toasts.toast(t("answers.deleted"), { type: "success" });
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("answers.delete_title")}
      confirmLabel={t("answers.delete_confirm")}
      processingLabel={t("answers.deleting")}
      cancelLabel={t("common.cancel")}
      onConfirm={confirm}
      failureText={t("answers.delete_failed")}
      danger
    >
      {t("answers.delete_text")}
    </ConfirmDialog>
  );
}
