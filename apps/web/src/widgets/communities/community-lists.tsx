import { useQuery } from "@tanstack/react-query";
import type { Community } from "@toibako/contract/communities.ts";
import { type RefObject, useEffect, useRef } from "react";
import { CommunityCard } from "#features/communities/components/community-card.tsx";
import { CommunityList } from "#features/communities/components/community-list.tsx";
import {
  communitiesQuery,
  joinedCommunitiesQuery,
  membersOfCommunitiesQuery,
  otherCommunitiesQuery,
} from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type GrowingList, type ListAddress, useGrowingList } from "#lib/page/growing-list.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Join } from "./join.tsx";
import { AllCommunitiesLink } from "./links.tsx";

interface JoinedCommunitiesProps {
  /** The heading of the list. It gets the focus if the focused card is removed. */
  heading: RefObject<HTMLElement | null>;
}

/** The communities that the account has joined, each with members to follow. */
export function JoinedCommunities({ heading }: JoinedCommunitiesProps) {
  const { t } = useTexts();
  const joined = useQuery(joinedCommunitiesQuery());
  const communities = joined.data?.communities;
  const ids = communities?.map(({ id }) => id) ?? [];
  const { data } = useQuery({ ...membersOfCommunitiesQuery(ids), enabled: ids.length > 0 });
  useFocusAfterRemoval({ count: ids.length, heading });
  const findMembers = (id: string) =>
    data?.communities.find((community) => community.id === id)?.recommended_members;
  return (
    <CommunityList
      communities={communities}
      query={joined}
      empty={
        <EmptyState heading={3} title={t("communities.none_joined_title")} className="py-4">
          {t("communities.none_joined_text")}
        </EmptyState>
      }
      renderCard={(community, hasPopularMark) => (
        <CommunityCard
          community={community}
          hasPopularMark={hasPopularMark}
          joinButton={<Join community={community} />}
          members={findMembers(community.id)}
        />
      )}
    />
  );
}

interface FocusAfterRemovalOptions extends JoinedCommunitiesProps {
  /** The number of cards. */
  count: number;
}

/** Focuses the heading after a card that contained the focus has been removed. */
function useFocusAfterRemoval({ count, heading }: FocusAfterRemovalOptions) {
  const previousCount = useRef(count);
  useEffect(() => {
    const isRemoved = count < previousCount.current;
    previousCount.current = count;
    if (isRemoved && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [count, heading]);
}

/** The communities that the account has not joined. */
export function OtherCommunities({ address }: { address: ListAddress }) {
  const list = useGrowingList(address, otherCommunitiesQuery);
  return <FoundCommunities list={list} emptyText="none_left" />;
}

/** All communities, or those that a search finds. */
export function AllCommunities({ query, address }: { query: string; address: ListAddress }) {
  const list = useGrowingList(address, (page) => communitiesQuery(query, page));
  return <FoundCommunities list={list} emptyText="none_found" />;
}

interface FoundCommunitiesProps {
  list: Pick<GrowingList<{ communities: Community[] }>, "pages" | "first" | "more">;
  /** The text of an empty list: no community is left to join, or the search found none. */
  emptyText: "none_left" | "none_found";
}

function FoundCommunities({ list, emptyText }: FoundCommunitiesProps) {
  const { t } = useTexts();
  return (
    <CommunityList
      communities={list.pages?.flatMap((page) => page.communities)}
      query={list.first}
      more={list.more}
      empty={
        <EmptyState
          heading={3}
          drawing={<FriendsDrawing />}
          title={t(`communities.${emptyText}_title`)}
          action={emptyText === "none_found" && <AllCommunitiesLink />}
        >
          {t(`communities.${emptyText}_text`)}
        </EmptyState>
      }
      renderCard={(community, hasPopularMark) => (
        <CommunityCard
          community={community}
          hasPopularMark={hasPopularMark}
          joinButton={<Join community={community} />}
        />
      )}
    />
  );
}

/** Says how many more communities the account may join; renders nothing if it may join none. */
export function JoinPrompt() {
  const { t } = useTexts();
  const { data } = useQuery(joinedCommunitiesQuery());
  if (!data || data.remaining === 0) return null;
  return (
    <section className="flex items-center gap-4 rounded-sheet bg-brand-soft p-5 text-ink-on-paper">
      <div className="w-24 shrink-0">
        <FriendsDrawing />
      </div>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">{t("communities.prompt_title")}</h2>
        <p className="mt-1 text-sm">{t("communities.remaining", { n: data.remaining })}</p>
      </div>
    </section>
  );
}
