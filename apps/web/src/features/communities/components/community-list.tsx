import type { UseQueryResult } from "@tanstack/react-query";
import type { Community } from "@toibako/contract/communities.ts";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type More, removeRepetitions } from "#lib/page/growing-list.ts";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useTwoColumns } from "#ui/surfaces/two-columns.ts";

export type CommunitiesState = Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;

interface CommunityListProps {
  /** Undefined until they are loaded. */
  communities: Community[] | undefined;
  query: CommunitiesState;
  /** Shown for an empty list. */
  empty: ReactNode;
  renderCard: (community: Community, hasPopularMark: boolean) => ReactNode;
  /** For a list that grows page by page. */
  more?: More;
}

/** Limited, because on a site with few communities nearly all would be marked as popular. */
const maxPopularMarks = 3;

/** A list of communities: loading, empty, error and loaded states. */
export function CommunityList({ communities, query, empty, renderCard, more }: CommunityListProps) {
  const rows = useRef<HTMLUListElement>(null);
  useTwoColumns(rows, 12);
  if (!communities) return <UnloadedCommunities query={query} />;
  if (communities.length === 0) return empty;
  const distinctCommunities = removeRepetitions(communities, ({ id }) => id);
  const markedCommunities = distinctCommunities
    .filter(({ is_popular }) => is_popular)
    .slice(0, maxPopularMarks);
  return (
    <>
      <ul ref={rows} className="two-columns grid list-none max-widest:grid-cols-1 gap-3">
        {distinctCommunities.map((community) => (
          <li key={community.id} className="grid grid-cols-1">
            {renderCard(community, markedCommunities.includes(community))}
          </li>
        ))}
      </ul>
      {more && <LoadMore more={more} rows={rows} count={distinctCommunities.length} />}
    </>
  );
}

/** A skeleton in place of communities that are being loaded, or an error with a retry button. */
export function UnloadedCommunities({ query }: { query: CommunitiesState }) {
  const { t } = useTexts();
  return (
    <LoadingState query={query} skeleton="row" title={t("communities.list_failed_title")} raisesBar>
      {t("communities.list_failed_text")}
    </LoadingState>
  );
}
