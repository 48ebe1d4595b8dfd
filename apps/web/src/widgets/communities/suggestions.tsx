import { useQuery } from "@tanstack/react-query";
import { maxJoinedCommunities } from "@toibako/contract/communities.ts";
import { NoCommunitiesYet } from "#features/communities/components/community-list.tsx";
import { SuggestionForm } from "#features/communities/components/suggestion-form.tsx";
import { joinedCommunitiesQuery, otherCommunitiesQuery } from "#features/communities/queries.ts";

/** The communities that the account may join, to tick: loading, error and loaded states. */
export function Suggestions({ onDone }: { onDone: () => void }) {
  const list = useQuery(otherCommunitiesQuery(1));
  const joined = useQuery(joinedCommunitiesQuery());
  if (!list.data) return <NoCommunitiesYet query={list} />;
  return (
    <SuggestionForm
      communities={list.data.communities}
      remaining={joined.data?.remaining ?? maxJoinedCommunities}
      onDone={onDone}
    />
  );
}
