import type { RefObject } from "react";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useToasts } from "#ui/toasts.ts";
import { useDeleteHeld } from "../queries.ts";

interface DeleteHeldProps {
  /** The question that shall go; undefined while none is asked about. */
  uuid_hash: string | undefined;
  on_closed: () => void;
  /** Where the keyboard goes on when the question is gone. */
  list: RefObject<HTMLElement | null>;
}

/** Asks before a held question is deleted for good. Stands beside the list, as rows leave it. */
export function DeleteHeld({ uuid_hash, on_closed, list }: DeleteHeldProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const discard = useDeleteHeld();

  async function remove() {
    if (uuid_hash === undefined) return;
    try {
      await discard.mutateAsync(uuid_hash);
      toasts.toast(t("filters.deleted"), { type: "success" });
    } catch (error) {
      const [reason] = errorTexts(error);
      toasts.show("error", reason ?? t("filters.failed"));
      throw error;
    }
  }
  return (
    <ConfirmDialog
      open={uuid_hash !== undefined}
      onOpenChange={(open) => open || on_closed()}
      title={t("filters.delete_title")}
      confirmLabel={t("filters.delete")}
      processingLabel={t("filters.deleting")}
      cancelLabel={t("common.cancel")}
      onConfirm={remove}
      focusAfter={list}
      danger
    >
      <p className="text-ink-2">{t("filters.delete_text")}</p>
    </ConfirmDialog>
  );
}
