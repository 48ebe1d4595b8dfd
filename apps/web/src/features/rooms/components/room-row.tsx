import { Link } from "@tanstack/react-router";
import type { ListedRoom, Room } from "@toibako/contract/rooms.ts";
import { formatBadge } from "@toibako/contract/text.ts";
import { Archive, BellOff } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { RoomIcon } from "./room-icon.tsx";

interface RoomRowProps {
  /** A room of the account has its last message, one that it can join hasn't. */
  room: Room | ListedRoom;
  /** Whether the page shows this room. */
  isCurrent?: boolean;
}

/**
 * A room in a list: its icon, its title and its members; of a joined one also its last message and how many are unread.
 */
export function RoomRow({ room, isCurrent = false }: RoomRowProps) {
  const { t, locale } = useTexts();
  const { uuid, title, icon_url, members_count, is_joined } = room;
  const lastMessage = "last_message" in room ? room.last_message : null;
  return (
    <li
      className={cx(
        "relative flex min-w-0 items-center gap-3 rounded-xl p-4 shadow-e1",
        isCurrent ? "bg-brand-soft" : "bg-surface",
      )}
    >
      <RoomIcon src={icon_url} size={48} />
      {/* On the narrowest phones, the date stands in the second row, beside the marks. */}
      <div className="min-w-0 flex-1 max-[22rem]:flex max-[22rem]:flex-wrap max-[22rem]:items-center max-[22rem]:gap-x-2">
        <div className="flex items-baseline gap-2 max-[22rem]:contents">
          <Link
            to="/$locale/me/group_talks/$uuid"
            params={{ locale, uuid }}
            aria-current={isCurrent ? "page" : undefined}
            className="line-clamp-2 min-w-0 flex-1 max-[22rem]:basis-full leading-snug font-bold wrap-anywhere stretched-link after:rounded-xl"
          >
            <bdi>{title}</bdi>
          </Link>
          {lastMessage && (
            <FormattedDate
              at={lastMessage.created_at}
              form="minute"
              text={lastMessage.formatted_date_time}
              className="shrink-0 text-xs text-ink-2 max-[22rem]:order-1"
            />
          )}
        </div>
        <div className="flex items-center gap-2 max-[22rem]:contents">
          <p
            dir="auto"
            className={cx(
              "min-w-0 flex-1 truncate text-sm",
              room.unread_count === 0 ? "text-ink-2" : "font-semibold text-ink",
            )}
          >
            {lastMessage
              ? describeLastMessage(lastMessage, t)
              : t("rooms.members_count", { n: members_count })}
          </p>
          {is_joined && <RoomMarks room={room} />}
        </div>
      </div>
    </li>
  );
}

function describeLastMessage(
  { body, is_taken_back, me, display_name }: NonNullable<ListedRoom["last_message"]>,
  t: Translate,
): string {
  if (is_taken_back) return t("talks.taken_back");
  if (me) return t("talks.own_message", { text: body });
  return t("rooms.members_message", { name: display_name || t("talks.has_left"), text: body });
}

function RoomMarks({ room: { is_muted, is_archived, unread_count } }: { room: Room }) {
  const { t } = useTexts();
  const count = formatBadge(unread_count);
  return (
    <>
      {is_archived && <Mark icon={<Archive size={16} />} label={t("rooms.archived")} />}
      {is_muted && <Mark icon={<BellOff size={16} />} label={t("talks.muted")} />}
      <Badge
        count={unread_count}
        label={count === undefined ? undefined : t("talks.unread", { count })}
      />
    </>
  );
}

function Mark({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <span title={label} className="relative shrink-0 text-ink-2">
      <span aria-hidden="true">{icon}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
