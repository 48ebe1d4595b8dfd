import { useDeleteAnswer } from "#features/answers/queries.ts";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useToasts } from "#ui/toasts.ts";
import type { Frame } from "./message.tsx";

interface DeleteAnswerProps extends Frame {
  answer_id: string;
}

/** Asks before an answer goes, and says what goes with it. */
export function DeleteAnswer({ answer_id, open, on_open_change }: DeleteAnswerProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const remove = useDeleteAnswer(answer_id);

  async function confirm() {
    try {
      await remove.mutateAsync();
      toasts.toast(t("answers.deleted"), { type: "success" });
    } catch (error) {
      const [reason] = errorTexts(error);
      toasts.show("error", reason ?? t("answers.delete_failed"));
      throw error;
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={on_open_change}
      title={t("answers.delete_title")}
      confirmLabel={t("answers.delete_confirm")}
      processingLabel={t("answers.deleting")}
      cancelLabel={t("common.cancel")}
      onConfirm={confirm}
      danger
    >
      {t("answers.delete_text")}
    </ConfirmDialog>
  );
}
