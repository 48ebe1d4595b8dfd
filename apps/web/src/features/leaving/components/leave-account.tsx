import { restorableDays } from "@toibako/contract/leaving.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { TextList } from "#ui/surfaces/text-list.tsx";
import { leaveAccount } from "../queries.ts";

interface LeaveAccountProps {
  account: string;
  /** Called after the session has ended. Must load a whole page. */
  onLeft: () => void;
}

/** Explains what leaving does, and leaves the account after a confirmation. */
export function LeaveAccount({ account, onLeft }: LeaveAccountProps) {
  const { t } = useTexts();
  const [isConfirming, setIsConfirming] = useState(false);

  async function leave() {
    await leaveAccount();
    onLeft();
  }
  return (
    <>
      <TextList>
        {[
          t("leaving.leave_hidden"),
          t("leaving.leave_sessions"),
          t("leaving.leave_restorable", { days: restorableDays }),
          t("leaving.leave_deleted_afterwards"),
          t("leaving.leave_sent_questions_stay"),
        ]}
      </TextList>
      <Button className="mt-2 justify-self-start" onClick={() => setIsConfirming(true)}>
        {t("leaving.leave_button")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("leaving.leave_confirm_title")}
        confirmLabel={t("leaving.leave_button")}
        processingLabel={t("leaving.leaving")}
        cancelLabel={t("common.cancel")}
        onConfirm={leave}
        failureText={t("leaving.leave_failed")}
      >
        <p className="break-words text-ink-2">
          {t.rich("leaving.leave_confirm_text", { account, days: restorableDays }, {})}
        </p>
      </ConfirmDialog>
    </>
  );
}
