import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { ChevronRight, MessagesSquare } from "lucide-react";
import { joinableRoomsQuery, offersRooms } from "#features/rooms/queries/lists.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Above the list of talks: the link to the rooms, for an account without a birthday or one that can join a room. */
export function OpenChatLink({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  const hasBirthday = user.birthday !== null;
  const isOffered = offersRooms(locale);
  const { data } = useQuery({ ...joinableRoomsQuery(locale), enabled: isOffered && hasBirthday });
  const isShown = isOffered && (!hasBirthday || (data?.group_talks.length ?? 0) > 0);
  if (!isShown) return null;
  return (
    <Link
      to="/$locale/me/talks"
      params={{ locale }}
      search={{ tab: "rooms" }}
      className="mb-4 flex min-h-14 items-center gap-3 rounded-xl bg-brand-soft px-4 py-2.5 text-ink-on-paper hover:brightness-97"
    >
      <MessagesSquare size={22} aria-hidden="true" className="shrink-0 text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm leading-snug font-bold">{t("rooms.open_chat_link")}</span>
        <span className="block text-xs leading-snug">
          {t(hasBirthday ? "rooms.open_chat_join" : "rooms.open_chat_birthday")}
        </span>
      </span>
      <ChevronRight size={20} aria-hidden="true" className="shrink-0" />
    </Link>
  );
}
