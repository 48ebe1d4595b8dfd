import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { HouseBanner } from "#features/ads/components/house-banner.tsx";
import { recommendedContentsQuery, timelineQuery } from "#features/friends/queries/timeline.ts";
import { ItemRows } from "#features/profiles/components/item-list.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { readMore, removeRepetitions } from "#lib/page/growing-list.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ReaderAdSlot } from "#widgets/ads/reader-ad-slot.tsx";
import { AllCommunitiesLink } from "#widgets/communities/links.tsx";
import { ItemWithActions } from "#widgets/item/item-actions.tsx";
import { RecommendedLink } from "./recommended-link.tsx";

/** The answers of followed accounts, newest first. */
export function TimelineTab() {
  const { t } = useTexts();
  const query = useInfiniteQuery(timelineQuery());
  if (!query.data) {
    return (
      <TimelineStatusMark value={query.isError ? "FAILURE" : undefined}>
        <LoadingState query={query} skeleton="letter" title={t("friends.timeline_failed")} />
      </TimelineStatusMark>
    );
  }
  const items = query.data.pages.flatMap((page) => page?.items ?? []);
  if (items.length === 0) return <EmptyTimeline />;
  return (
    <TimelineStatusMark value="SUCCESS">
      <h2 className="sr-only">{t("friends.tab_timeline")}</h2>
      <ItemRows
        items={removeRepetitions(items, ({ answer_id }) => answer_id)}
        renderItem={(item) => <ItemWithActions item={item} />}
        more={readMore(query)}
        banner={
          <ReaderAdSlot
            slot="timeline"
            house={<HouseBanner seed={items[0]?.answer_id ?? ""} isSignedIn />}
          />
        }
      />
    </TimelineStatusMark>
  );
}

interface TimelineStatusMarkProps {
  /** Undefined while the timeline is loading. */
  value: "NO_CONTENT" | "SUCCESS" | "FAILURE" | undefined;
  children: ReactNode;
}

/** Marks its children with the status of the timeline. */
function TimelineStatusMark({ value, children }: TimelineStatusMarkProps) {
  return <div data-status={value}>{children}</div>;
}

function EmptyTimeline() {
  const { t } = useTexts();
  return (
    <TimelineStatusMark value="NO_CONTENT">
      <EmptyState
        drawing={<FriendsDrawing />}
        title={t("friends.no_timeline_title")}
        action={<RecommendedLink text={t("friends.to_recommended")} />}
      >
        {t("friends.no_timeline_text")}
      </EmptyState>
    </TimelineStatusMark>
  );
}

/** The most liked answers of the week by accounts that the reader doesn't follow. */
export function RecommendedTab() {
  const { t, locale } = useTexts();
  const query = useQuery(recommendedContentsQuery(locale));
  const { data } = query;
  if (!data) {
    return <LoadingState query={query} skeleton="letter" title={t("friends.recommended_failed")} />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        drawing={<NoAnswersDrawing />}
        title={t("friends.no_recommended_title")}
        action={<AllCommunitiesLink />}
      >
        {t("friends.no_recommended_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t("friends.tab_recommend")}</h2>
      <p className="mb-4 text-sm text-ink-2">{t("friends.recommended_text")}</p>
      <ItemRows items={data.items} renderItem={(item) => <ItemWithActions item={item} />} />
    </>
  );
}
