import { Link } from "@tanstack/react-router";
import type { Room } from "@toibako/contract/rooms.ts";
import { Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Asks a member who has just joined a room to share it. */
export function ShareRoom({ room, ...frame }: ModalProps & { room: Room }) {
  const { t, locale } = useTexts();
  return (
    <MessageDialog
      {...frame}
      title={t("rooms.share_title")}
      drawing={<FriendsDrawing />}
      actions={
        <Link
          to="/$locale/me/group_talks/$uuid/share"
          params={{ locale, uuid: room.uuid }}
          className={buildButtonClass({ isWide: true })}
        >
          <Share size={19} aria-hidden="true" />
          {t("shares.share")}
        </Link>
      }
    >
      <p>{t("rooms.share_text")}</p>
    </MessageDialog>
  );
}
