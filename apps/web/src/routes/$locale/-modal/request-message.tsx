import { useTexts } from "#lib/i18n.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { useRequestLink } from "../-messages/request-link.ts";
import { type Frame, Message } from "./message.tsx";
import { ShareWays } from "./share-ways.tsx";

/** Spreads the link by which others can write to `account`. */
export function RequestMessage({ account, ...frame }: Frame & { account: string }) {
  const { t } = useTexts();
  return (
    <Message
      {...frame}
      title={t("modals.request_title")}
      drawing={<LetterArrivingDrawing />}
      actions={<ShareWays {...useRequestLink(account)} />}
    >
      {t("modals.request_lead")}
    </Message>
  );
}
