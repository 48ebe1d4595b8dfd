import { Link } from "@tanstack/react-router";
import type { Room } from "@toibako/contract/rooms.ts";
import { ArrowLeft, BellOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { ConversationHeader } from "#ui/surfaces/conversation-frame.tsx";

interface RoomHeaderProps {
  room: Room;
  onMembers: () => void;
  /** The menu. */
  children?: ReactNode;
}

/** The room, how many members it has, the way back to the list where it isn't beside the room, and the menu. */
export function RoomHeader({ room, onMembers, children }: RoomHeaderProps) {
  const { t, locale } = useTexts();
  return (
    <ConversationHeader
      back={
        <IconButton
          label={t("rooms.screen_to_list")}
          icon={<ArrowLeft size={24} />}
          render={<Link to="/$locale/me/talks" params={{ locale }} search={{ tab: "rooms" }} />}
          className="lg:hidden"
        />
      }
      picture={<Avatar seed={room.uuid} src={room.icon_url} size={36} />}
      title={<bdi>{room.title}</bdi>}
      state={
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs leading-snug text-ink-2">
          <button
            type="button"
            className="relative rounded-sm hover:underline after:absolute after:-inset-x-2 after:-inset-y-1.5"
            onClick={onMembers}
          >
            {t("rooms.screen_members_count", { n: room.members_count })}
          </button>
          {room.is_muted && (
            <span className="inline-flex items-center gap-1">
              <BellOff size={12} aria-hidden="true" />
              <span>{t("talks.muted")}</span>
            </span>
          )}
        </p>
      }
    >
      {children}
    </ConversationHeader>
  );
}
