import { useTexts } from "#lib/i18n/texts.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { useMessageLink } from "#widgets/shell/message-link-button.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";
import { ShareLinks } from "./share-links.tsx";

/** Shares the link that invites others to write a message to `account`. */
export function ShareMessageLink({ account, ...frame }: ModalProps & { account: string }) {
  const { t } = useTexts();
  return (
    <MessageDialog
      {...frame}
      title={t("modals.request_title")}
      drawing={<LetterArrivingDrawing />}
      actions={<ShareLinks {...useMessageLink(account)} />}
    >
      {t("modals.request_lead")}
    </MessageDialog>
  );
}
