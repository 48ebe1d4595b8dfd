import { useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

/** Closes a form; asks first when that would throw text away. */
export function PutAway({ text, on_away }: { text: string; on_away: () => void }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="text" onClick={() => (text.trim() === "" ? on_away() : setAsking(true))}>
        {t("common.close")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("answers.discard_title")}
        confirmLabel={t("answers.discard")}
        processingLabel={t("answers.discard")}
        cancelLabel={t("answers.keep")}
        onConfirm={on_away}
        danger
      >
        {t("answers.discard_text")}
      </ConfirmDialog>
    </>
  );
}
