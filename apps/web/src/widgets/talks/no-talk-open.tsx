import { useQuery } from "@tanstack/react-query";
import { roomsQuery } from "#features/rooms/queries/lists.ts";
import { talksQuery } from "#features/talks/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";
import type { TalksTab } from "./talks-tabs.tsx";

/** Beside the list while no talk or room is open; for an account without talks or rooms, the usual aside. */
export function NoTalkOpen({ tab }: { tab: TalksTab }) {
  const { t, locale } = useTexts();
  const isRooms = tab === "rooms";
  const talks = useQuery({ ...talksQuery(1), enabled: !isRooms });
  const rooms = useQuery({ ...roomsQuery(1, locale), enabled: isRooms });
  if ((isRooms ? rooms : talks).data?.pager.total_count === 0) {
    return (
      <div className="@container">
        {/* The second card is the highest, so that the third one fits below the first. */}
        <div className="grid grid-cols-1 items-start gap-5 @min-[34rem]:grid-cols-2 @min-[34rem]:*:nth-2:row-span-2">
          <AccountAside />
        </div>
      </div>
    );
  }
  return (
    <div className="sticky top-[calc(var(--bar)+1.5rem)] grid min-h-[max(20rem,calc(100dvh-var(--bar)-8rem))] place-items-center rounded-sheet bg-surface shadow-e1">
      <EmptyState
        drawing={isRooms ? <FriendsDrawing /> : <LetterArrivingDrawing />}
        title={t(isRooms ? "rooms.choose_title" : "talks.choose_title")}
      >
        {t("talks.choose_text")}
      </EmptyState>
    </div>
  );
}
