import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { liftBlock } from "../queries.ts";

interface LiftBlockProps {
  /** The id of the block to lift; undefined while the dialog is closed. */
  id: string | undefined;
  onClosed: () => void;
  /** Gets the focus once the block is lifted. */
  list: RefObject<HTMLElement | null>;
}

/** Confirms lifting a block. Rendered outside the list, because the row disappears. */
export function LiftBlock({ id, onClosed, list }: LiftBlockProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();

  async function lift() {
    if (id === undefined) return;
    await liftBlock(client, id);
    toasts.toast(t("moderation.unblocked"), { type: "success" });
  }
  return (
    <ConfirmDialog
      open={id !== undefined}
      onOpenChange={(open) => open || onClosed()}
      title={t("moderation.unblock_title")}
      confirmLabel={t("moderation.unblock")}
      processingLabel={t("moderation.unblocking")}
      cancelLabel={t("common.cancel")}
      onConfirm={lift}
      failureText={t("moderation.unblock_failed")}
      focusAfter={list}
    >
      <p className="text-ink-2">{t("moderation.unblock_text")}</p>
    </ConfirmDialog>
  );
}
