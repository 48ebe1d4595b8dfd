import { emailConfirmationHours } from "@toibako/contract/mails.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Confirms that a link was mailed to the address that was just saved. */
export function AuthorizationEmail({ email, ...frame }: ModalProps & { email: string }) {
  const { t } = useTexts();
  return (
    <MessageDialog
      {...frame}
      title={t("mails.modal_title")}
      drawing={<LetterArrivingDrawing />}
      actions={
        <Button isWide onClick={() => frame.onOpenChange(false)}>
          {t("mails.modal_close")}
        </Button>
      }
    >
      <p className="break-words">
        {t.rich("mails.modal_text", { email, hours: emailConfirmationHours }, {})}
      </p>
    </MessageDialog>
  );
}
