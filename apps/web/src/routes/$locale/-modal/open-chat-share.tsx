import { useTexts } from "#lib/i18n.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { type Frame, Message } from "./message.tsx";
import { ShareWays } from "./share-ways.tsx";

interface OpenChatShareProps extends Frame {
  name: string;
  /** Where the room is, on this site. */
  path: string;
}

/** Brings others into an open room. */
export function OpenChatShare({ name, path, ...frame }: OpenChatShareProps) {
  const { t } = useTexts();
  return (
    <Message
      {...frame}
      title={t("modals.chat_title")}
      drawing={<FriendsDrawing />}
      actions={<ShareWays path={path} text={t("modals.chat_share", { name })} />}
    >
      {t("modals.chat_text", { name })}
    </Message>
  );
}
