import { useQuery } from "@tanstack/react-query";
import { maxJoinedCommunities } from "@toibako/contract/communities.ts";
import { useEffect } from "react";
import { UnloadedCommunities } from "#features/communities/components/community-list.tsx";
import {
  SuggestionForm,
  type SuggestionFormProps,
} from "#features/communities/components/suggestion-form.tsx";
import {
  joinedCommunitiesQuery,
  otherCommunitiesQuery,
  useMarkSuggestionsAsSeen,
} from "#features/communities/queries.ts";

/** A form with a check box for each community that the account may join; with loading and error states. */
export function Suggestions(
  props: Omit<SuggestionFormProps, "communities" | "joined" | "remaining">,
) {
  const list = useQuery(otherCommunitiesQuery(1));
  const joined = useQuery(joinedCommunitiesQuery());
  const markAsSeen = useMarkSuggestionsAsSeen();
  useEffect(() => markAsSeen(), [markAsSeen]);
  if (!list.data) return <UnloadedCommunities query={list} />;
  return (
    <SuggestionForm
      communities={list.data.communities}
      joined={joined.data?.communities ?? []}
      remaining={joined.data?.remaining ?? maxJoinedCommunities}
      {...props}
    />
  );
}
