import { useAcceptRules } from "#features/rooms/queries/room.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { TextList } from "#ui/surfaces/text-list.tsx";

const rules = ["contacts", "meeting", "kindness", "report", "hidden"] as const;

function RuleList() {
  const { t } = useTexts();
  return <TextList>{rules.map((rule) => t(`rooms.rules_${rule}`))}</TextList>;
}

interface AcceptRulesProps {
  uuid: string;
  /** What is done after the rules were accepted; undefined while the dialog is closed. */
  onAccepted: (() => void) | undefined;
  onClosed: () => void;
}

/** Asks for the acceptance of the rules before the first message. */
export function AcceptRules({ uuid, onAccepted, onClosed }: AcceptRulesProps) {
  const { t } = useTexts();
  const { mutateAsync } = useAcceptRules(uuid);
  async function accept() {
    await mutateAsync();
    onAccepted?.();
  }
  return (
    <ConfirmDialog
      open={onAccepted !== undefined}
      onOpenChange={(isOpen) => isOpen || onClosed()}
      title={t("rooms.rules_title")}
      confirmLabel={t("rooms.rules_accept")}
      processingLabel={t("rooms.rules_accepting")}
      cancelLabel={t("common.cancel")}
      failureText={t("talks.change_failed")}
      onConfirm={accept}
    >
      <p className="mb-3">{t("rooms.rules_intro")}</p>
      <RuleList />
    </ConfirmDialog>
  );
}

interface RulesDialogProps {
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The rules again, for those who have accepted them. */
export function RulesDialog({ open, onOpenChange }: RulesDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("rooms.rules_title")}
      closeLabel={t("common.close")}
    >
      <RuleList />
    </Dialog>
  );
}
