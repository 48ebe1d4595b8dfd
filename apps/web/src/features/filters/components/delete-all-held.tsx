import { Trash2 } from "lucide-react";
import { type RefObject, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useDeleteAllHeld } from "../queries/held.ts";

interface DeleteAllHeldProps {
  /** Whether there is anything to delete. The dialog is always rendered, because it moves the focus when it closes. */
  hasQuestions: boolean;
  onDeleted: () => void;
  /** Gets the focus after the deletion. */
  list: RefObject<HTMLElement | null>;
}

/** A button that deletes all held questions after a confirmation. */
export function DeleteAllHeld({ hasQuestions, onDeleted, list }: DeleteAllHeldProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useDeleteAllHeld(onDeleted);

  async function deleteAll() {
    await deletion.mutateAsync();
    toasts.showToast(t("filters.deleted_all"), { type: "success" });
  }
  return (
    <>
      {hasQuestions && (
        <Button variant="outline" size="sm" onClick={() => setIsConfirming(true)}>
          <Trash2 size={16} aria-hidden="true" />
          {t("filters.delete_all")}
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("filters.delete_all_title")}
        confirmLabel={t("filters.delete_all_confirm")}
        processingLabel={t("filters.deleting")}
        cancelLabel={t("common.cancel")}
        onConfirm={deleteAll}
        failureText={t("filters.delete_failed")}
        focusAfter={list}
        isDangerous
      >
        <p className="text-ink-2">{t("filters.delete_all_text")}</p>
      </ConfirmDialog>
    </>
  );
}
