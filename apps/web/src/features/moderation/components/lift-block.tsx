import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { ApiError, errorTexts } from "#lib/client.ts";
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
  const gone = useRef(false);

  async function lift() {
    if (id === undefined) return;
    try {
      await liftBlock(client, id);
      gone.current = true;
      toasts.toast(t("moderation.lifted"), { type: "success" });
    } catch (error) {
      const [reason] = error instanceof ApiError ? errorTexts(error) : [];
      toasts.show("error", reason ?? t("moderation.lift_failed"));
      throw error;
    }
  }
  function whereTo() {
    const place = gone.current ? list.current : null;
    gone.current = false;
    return place;
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
      focusAfter={whereTo}
    >
      <p className="text-ink-2">{t("moderation.lift_text")}</p>
    </ConfirmDialog>
  );
}
