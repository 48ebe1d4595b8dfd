import { useDeleteAnswer } from "#features/answers/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface DeleteAnswerProps extends ModalProps {
  answer_id: string;
  /** Whether the question is of a community. It is then kept, because others may have answered it. */
  isInCommunity?: boolean;
}

/** Asks for confirmation before deleting an answer, and says what is deleted with it. */
export function DeleteAnswer({
  answer_id,
  isInCommunity = false,
  open,
  onOpenChange,
}: DeleteAnswerProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const deletion = useDeleteAnswer(answer_id);

  async function confirm() {
    await deletion.mutateAsync();
    toasts.showToast(t(isInCommunity ? "answers.deleted_in_community" : "answers.deleted"), {
      type: "success",
    });
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
      isDangerous
    >
      {t(isInCommunity ? "answers.delete_text_in_community" : "answers.delete_text")}
    </ConfirmDialog>
  );
}
