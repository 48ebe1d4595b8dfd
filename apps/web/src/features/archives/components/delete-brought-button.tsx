import { Trash2 } from "lucide-react";
import { type RefObject, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useDeleteBrought } from "../queries/brought.ts";

interface DeleteBroughtButtonProps {
  id?: string;
  /** Gets the focus after the deletion, because the button disappears. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** A button that deletes a brought answer after a confirmation. Without an id, it deletes all of them. */
export function DeleteBroughtButton({ id, focusAfter }: DeleteBroughtButtonProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useDeleteBrought(id);
  const isAll = id === undefined;

  async function confirm() {
    await deletion.mutateAsync();
    toasts.showToast(t(isAll ? "archives.brought_all_deleted" : "archives.brought_deleted"), {
      type: "success",
    });
  }
  return (
    <>
      <Button
        variant={isAll ? "outline" : "text"}
        size="sm"
        className={isAll ? "justify-self-start" : "ml-auto"}
        onClick={() => setIsConfirming(true)}
      >
        <Trash2 size={18} aria-hidden="true" />
        {t(isAll ? "archives.brought_delete_all" : "archives.brought_delete")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t(isAll ? "archives.brought_delete_all_title" : "archives.brought_delete_title")}
        confirmLabel={t("archives.delete_confirm")}
        processingLabel={t("archives.deleting")}
        cancelLabel={t("common.cancel")}
        onConfirm={confirm}
        failureText={t("archives.delete_failed")}
        focusAfter={focusAfter}
        isDangerous
      >
        {t(isAll ? "archives.brought_delete_all_text" : "archives.brought_delete_text")}
      </ConfirmDialog>
    </>
  );
}
