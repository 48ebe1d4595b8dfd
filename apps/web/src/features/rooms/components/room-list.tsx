import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ListAddress, removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { joinableRoomsQuery, roomsQuery } from "../queries/lists.ts";
import { RoomRow } from "./room-row.tsx";

interface RoomListProps {
  address: ListAddress;
  /** The room that the page shows. */
  current: string | undefined;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** The rooms of the account: loading, empty, error and loaded states. */
export function RoomList({ address, current, empty }: RoomListProps) {
  const { t, locale } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const { pages, first, more } = useGrowingList(address, (page) => roomsQuery(page, locale));
  if (!pages) {
    return (
      <LoadingState query={first} skeleton="row" count={4} title={t("rooms.list_failed_title")}>
        {t("talks.list_failed_text")}
      </LoadingState>
    );
  }
  const rooms = removeRepetitions(
    pages.flatMap((page) => page.group_talks),
    ({ uuid }) => uuid,
  );
  if (rooms.length === 0) return empty;
  return (
    <>
      <ul ref={rows} className="grid list-none grid-cols-1 gap-3">
        {rooms.map((room) => (
          <RoomRow key={room.uuid} room={room} isCurrent={room.uuid === current} />
        ))}
      </ul>
      <LoadMore more={more} rows={rows} count={rooms.length} />
    </>
  );
}

/** The rooms that the account can join: loading, empty, error and loaded states. */
export function JoinableRooms() {
  const { t, locale } = useTexts();
  const query = useQuery(joinableRoomsQuery(locale));
  if (!query.data) {
    return (
      <LoadingState
        query={query}
        skeleton="row"
        count={2}
        heading={3}
        title={t("rooms.joinable_failed_title")}
      >
        {t("rooms.joinable_failed_text")}
      </LoadingState>
    );
  }
  const rooms = query.data.group_talks;
  if (rooms.length === 0) return <p className="text-sm text-ink-2">{t("rooms.joinable_none")}</p>;
  return (
    <ul className="grid list-none grid-cols-1 gap-3">
      {rooms.map((room) => (
        <RoomRow key={room.uuid} room={room} />
      ))}
    </ul>
  );
}
