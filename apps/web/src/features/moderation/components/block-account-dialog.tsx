import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useBlockAccount } from "../queries.ts";
import { CalmOffer } from "./calm-offer.tsx";

interface BlockAccountDialogProps {
  account: string;
  displaying_name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog that blocks an account after a confirmation. The site doesn't tell the blocked account. */
export function BlockAccountDialog({
  account,
  displaying_name: name,
  open,
  onOpenChange,
}: BlockAccountDialogProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const block = useBlockAccount(account);
  async function blockAndToast() {
    await block.mutateAsync();
    toasts.showToast(t("moderation.account_blocked", { name }), { type: "success" });
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("moderation.block_account_title", { name })}
      confirmLabel={t("moderation.block")}
      processingLabel={t("moderation.sending")}
      cancelLabel={t("common.cancel")}
      onConfirm={blockAndToast}
      failureText={t("moderation.block_failed")}
      isDangerous
    >
      <p className="text-ink-2">{t("moderation.block_account_text")}</p>
      <div className="mt-3">
        <CalmOffer />
      </div>
    </ConfirmDialog>
  );
}
