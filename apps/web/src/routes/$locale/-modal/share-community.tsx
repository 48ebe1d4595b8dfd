import { useTexts } from "#lib/i18n.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { Frame } from "./message.tsx";

interface ShareCommunityProps extends Frame {
  name: string;
  /** Rejects, having told why, when it could not be posted. */
  on_share: () => Promise<unknown>;
}

/** Asks whether others shall know that one joined a community. */
export function ShareCommunity({ name, on_share, open, on_open_change }: ShareCommunityProps) {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={on_open_change}
      title={t("modals.participation_title")}
      confirmLabel={t("modals.participation_yes")}
      processingLabel={t("modals.participation_processing")}
      cancelLabel={t("modals.participation_no")}
      onConfirm={on_share}
    >
      <p className="text-ink-2">{t("modals.participation_text", { name })}</p>
    </ConfirmDialog>
  );
}
