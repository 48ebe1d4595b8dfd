import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { FollowersImportPanel } from "#widgets/friends/followers-import-panel.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Offers to import followers on X, to an account that has never imported any. */
export function ImportFollowers({ open, onOpenChange }: ModalProps) {
  const { t } = useTexts();
  return (
    <MessageDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("friends.import_step_title")}
      drawing={<FriendsDrawing />}
      actions={
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {t("friends.import_later")}
        </Button>
      }
    >
      <p className="mb-4 text-center text-sm text-balance">{t("friends.import_step_text")}</p>
      <FollowersImportPanel />
    </MessageDialog>
  );
}
