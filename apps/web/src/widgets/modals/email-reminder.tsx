import { Link } from "@tanstack/react-router";
import type { EmailReminderReason } from "@toibako/contract/mails.ts";
import { useEffect } from "react";
import { markReminderAsShown } from "#features/mails/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Asks for an email address. `reason` is what the account has missed because it has none. */
export function EmailReminder({ reason, ...frame }: ModalProps & { reason: EmailReminderReason }) {
  const { t, locale } = useTexts();
  useEffect(() => {
    // If this fails, the reminder is shown once more.
    markReminderAsShown().catch(() => undefined);
  }, []);
  return (
    <MessageDialog
      {...frame}
      title={t("mails.reminder_title")}
      drawing={<LetterArrivingDrawing />}
      actions={
        <>
          <Link
            to="/$locale/stg"
            params={{ locale }}
            hash="email"
            className={buildButtonClass({ isWide: true })}
          >
            {t("mails.reminder_button")}
          </Link>
          <Button isWide variant="quiet" onClick={() => frame.onOpenChange(false)}>
            {t("mails.reminder_later")}
          </Button>
        </>
      }
    >
      <p>{t(`mails.reminder_${reason}`)}</p>
      <p className="mt-3">{t("mails.reminder_text")}</p>
    </MessageDialog>
  );
}
