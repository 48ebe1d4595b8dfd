import { maxRoomMembers, type Room } from "@toibako/contract/rooms.ts";
import { Users } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { RoomIcon } from "./room-icon.tsx";

/** What a room is, for somebody who isn't a member: its icon, title, description, members and who can join. */
export function RoomHead({ room }: { room: Room }) {
  const { t } = useTexts();
  const { icon_url, title, description, members_count, room_type } = room;
  return (
    <header className="grid gap-4">
      <div className="flex items-center gap-4">
        <RoomIcon src={icon_url} size={72} />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl wrap-anywhere">{title}</h1>
          <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
            <Users size={16} aria-hidden="true" className="shrink-0" />
            {t("rooms.members_of", { n: members_count, max: maxRoomMembers })}
          </p>
        </div>
      </div>
      {description && (
        <p dir="auto" className="running-text whitespace-pre-line wrap-anywhere">
          {description}
        </p>
      )}
      {/* The description of a room of a school year says it. */}
      {room_type === "official" && <p className="text-sm text-ink-2">{t("rooms.for_official")}</p>}
    </header>
  );
}
