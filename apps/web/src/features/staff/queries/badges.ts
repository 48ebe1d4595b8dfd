import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type GivenBadge,
  giveBadge,
  listGivenBadges,
} from "@toibako/contract/staff/contents/badges.ts";
import { api, send } from "#lib/http/client.ts";

/** While accounts are getting a badge, their number is read again. */
const runningInterval = 2_000;

export const givenBadgesQuery = () => ({
  ...api.query(listGivenBadges),
  refetchInterval: ({ state }: { state: { data?: { badges: GivenBadge[] } | undefined } }) =>
    state.data?.badges.some(({ is_running }) => is_running) ? runningInterval : false,
});

/** Gives a badge. Afterwards, also after a refusal, the list is read again. */
export function useGiveBadge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ keyword, version }: Pick<GivenBadge, "keyword" | "version">) =>
      send(giveBadge, { params: { keyword }, body: { version } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listGivenBadges.name] }),
  });
}
