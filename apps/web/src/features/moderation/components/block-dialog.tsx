import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { CalmOffer } from "./calm-offer.tsx";

interface BlockDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Says what this block does. */
  children: ReactNode;
  /** The text of the toast after the block. */
  blockedText: string;
  block: () => Promise<unknown>;
}

/** The dialog that asks for confirmation, then calls `block`. */
export function BlockDialog({
  open,
  onOpenChange,
  title,
  children,
  blockedText,
  block,
}: BlockDialogProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  async function blockAndToast() {
    await block();
    toasts.showToast(blockedText, { type: "success" });
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      confirmLabel={t("moderation.block")}
      processingLabel={t("moderation.sending")}
      cancelLabel={t("common.cancel")}
      onConfirm={blockAndToast}
      failureText={t("moderation.block_failed")}
      isDangerous
    >
      <p className="text-ink-2">{children}</p>
      <div className="mt-3">
        <CalmOffer />
      </div>
    </ConfirmDialog>
  );
}
