import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { removeBlock } from "../queries.ts";

interface UnblockDialogProps {
  /** The id of the block to remove; undefined while the dialog is closed. */
  id: string | undefined;
  onClosed: () => void;
  /** Gets the focus after the removal. */
  list: RefObject<HTMLElement | null>;
}

/**
 * Asks before it removes a block. The list renders it, because the row of the block is unmounted before the
 * dialog has closed.
 */
export function UnblockDialog({ id, onClosed, list }: UnblockDialogProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();

  async function unblock() {
    if (id === undefined) return;
    await removeBlock(client, id);
    toasts.showToast(t("moderation.unblocked"), { type: "success" });
  }
  return (
    <ConfirmDialog
      open={id !== undefined}
      onOpenChange={(open) => open || onClosed()}
      title={t("moderation.unblock_title")}
      confirmLabel={t("moderation.unblock")}
      processingLabel={t("moderation.unblocking")}
      cancelLabel={t("common.cancel")}
      onConfirm={unblock}
      failureText={t("moderation.unblock_failed")}
      focusAfter={list}
    >
      <p className="text-ink-2">{t("moderation.unblock_text")}</p>
    </ConfirmDialog>
  );
}
