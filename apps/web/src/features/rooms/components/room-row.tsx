import { Link } from "@tanstack/react-router";
import type { Room } from "@toibako/contract/rooms.ts";
import { formatBadge } from "@toibako/contract/text.ts";
import { Archive, BellOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { RoomIcon } from "./room-icon.tsx";

interface RoomRowProps {
  room: Room;
  /** Whether the page shows this room. */
  isCurrent?: boolean;
}

/** A room in a list: its icon, its title and its members; of a joined one also how many messages are unread. */
export function RoomRow({ room, isCurrent = false }: RoomRowProps) {
  const { t, locale } = useTexts();
  const { uuid, title, icon_url, members_count, is_joined } = room;
  return (
    <li
      className={cx(
        "relative flex min-w-0 items-center gap-3 rounded-xl p-4 shadow-e1",
        isCurrent ? "bg-brand-soft" : "bg-surface",
      )}
    >
      <RoomIcon src={icon_url} size={48} />
      <div className="min-w-0 flex-1">
        <Link
          to="/$locale/me/group_talks/$uuid"
          params={{ locale, uuid }}
          aria-current={isCurrent ? "page" : undefined}
          className="line-clamp-2 leading-snug font-bold wrap-anywhere stretched-link after:rounded-xl"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="text-sm text-ink-2">{t("rooms.members_count", { n: members_count })}</p>
      </div>
      {is_joined && <RoomMarks room={room} />}
    </li>
  );
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
