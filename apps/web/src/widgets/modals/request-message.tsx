import { useTexts } from "#lib/i18n/texts.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { useRequestLink } from "#widgets/shell/request-button.tsx";
import { MessageDialog, type ModalFrame } from "./message-dialog.tsx";
import { ShareLinks } from "./share-links.tsx";

/** Shares the link that invites others to write a message to `account`. */
export function RequestMessage({ account, ...frame }: ModalFrame & { account: string }) {
  const { t } = useTexts();
  return (
    <MessageDialog
      {...frame}
      title={t("modals.request_title")}
      drawing={<LetterArrivingDrawing />}
      actions={<ShareLinks {...useRequestLink(account)} />}
    >
      {t("modals.request_lead")}
    </MessageDialog>
  );
}
