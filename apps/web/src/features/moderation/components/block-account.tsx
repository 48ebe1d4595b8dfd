import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useBlockAccount } from "../queries.ts";

interface BlockAccountProps {
  account: string;
  displaying_name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks whether to block an account. Its questions then never arrive, and it is not told. */
export function BlockAccount({ account, displaying_name, open, onOpenChange }: BlockAccountProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const block = useBlockAccount(account);
  async function confirm() {
    await block.mutateAsync();
    toasts.toast(t("moderation.account_blocked", { name: displaying_name }), { type: "success" });
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("moderation.block_account_title", { name: displaying_name })}
      confirmLabel={t("moderation.block")}
      processingLabel={t("moderation.sending")}
      cancelLabel={t("common.cancel")}
      onConfirm={confirm}
      failureText={t("moderation.block_failed")}
      danger
    >
      <p className="text-ink-2">{t("moderation.block_account_text")}</p>
    </ConfirmDialog>
  );
}
