import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";

/** Closes a form; asks first when that would throw text away. */
export function PutAway({ text, onAway }: { text: string; onAway: () => void }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="text" onClick={() => (text.trim() === "" ? onAway() : setAsking(true))}>
        {t("common.close")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("answers.discard_title")}
        confirmLabel={t("answers.discard")}
        processingLabel={t("answers.discard")}
        cancelLabel={t("answers.keep_writing")}
        onConfirm={onAway}
        danger
      >
        {t("answers.discard_text")}
      </ConfirmDialog>
    </>
  );
}
