import { useTexts } from "#lib/i18n/texts.tsx";
import { useBlockAccount } from "../queries.ts";
import { BlockDialog } from "./block-dialog.tsx";

interface BlockAccountDialogProps {
  account: string;
  displaying_name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog that blocks an account. The site doesn't tell the blocked account. */
export function BlockAccountDialog({
  account,
  displaying_name,
  open,
  onOpenChange,
}: BlockAccountDialogProps) {
  const { t } = useTexts();
  const block = useBlockAccount(account);
  return (
    <BlockDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("moderation.block_account_title", { name: displaying_name })}
      blockedText={t("moderation.account_blocked", { name: displaying_name })}
      block={() => block.mutateAsync()}
    >
      {t("moderation.block_account_text")}
    </BlockDialog>
  );
}
