import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useToasts } from "#ui/toasts.ts";
import { liftBlock } from "../queries.ts";

interface LiftBlockProps {
  /** The block that shall be lifted; undefined while none is asked about. */
  id: string | undefined;
  on_closed: () => void;
  /** Where the keyboard goes on when the block is gone. */
  list: RefObject<HTMLElement | null>;
}

/** Asks before a block is lifted. Stands beside the list, as rows leave it. */
export function LiftBlock({ id, on_closed, list }: LiftBlockProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();

  async function lift() {
    if (id === undefined) return;
    try {
      await liftBlock(client, id);
      toasts.toast(t("moderation.lifted"), { type: "success" });
    } catch (error) {
      const [reason] = errorTexts(error);
      toasts.show("error", reason ?? t("moderation.lift_failed"));
      throw error;
    }
  }
  return (
    <ConfirmDialog
      open={id !== undefined}
      onOpenChange={(open) => open || on_closed()}
      title={t("moderation.lift_title")}
      confirmLabel={t("moderation.lift")}
      processingLabel={t("moderation.lifting")}
      cancelLabel={t("common.cancel")}
      onConfirm={lift}
      focusAfter={list}
    >
      <p className="text-ink-2">{t("moderation.lift_text")}</p>
    </ConfirmDialog>
  );
}
