import { useQuery } from "@tanstack/react-query";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { talksQuery } from "#features/talks/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { NoTalks } from "./no-talks.tsx";
import type { TalksTab } from "./talks-tabs.tsx";

/** Beside the list while no talk or room is open. */
export function NoTalkOpen({ tab }: { tab: TalksTab }) {
  const { t } = useTexts();
  const account = useCurrentUser()?.account;
  const isRooms = tab === "rooms";
  const talks = useQuery({ ...talksQuery(1), enabled: !isRooms });
  const hasNoTalks = !isRooms && talks.data?.pager.total_count === 0;
  return (
    <div className="sticky top-[calc(var(--bar)+1.5rem)] grid min-h-[max(20rem,calc(100dvh-var(--bar)-8rem))] place-items-center rounded-sheet bg-surface shadow-e1">
      {hasNoTalks && account !== undefined ? (
        <NoTalks account={account} />
      ) : (
        <EmptyState
          drawing={isRooms ? <FriendsDrawing /> : <LetterArrivingDrawing />}
          title={t(isRooms ? "rooms.choose_title" : "talks.choose_title")}
        >
          {t("talks.choose_text")}
        </EmptyState>
      )}
    </div>
  );
}
