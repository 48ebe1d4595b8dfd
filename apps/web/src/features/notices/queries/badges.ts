import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteBadge, getNoticeBadge, listBadges } from "@toibako/contract/notices.ts";
import { ApiError, api, send } from "#lib/http/client.ts";

export const noticeBadgeQuery = () => api.query(getNoticeBadge);

/** Whether the bell is marked, because there are new notices; `failure` says why that is not known. */
export function useNoticeBadge(isSignedIn: boolean) {
  const { data, error } = useQuery({ ...noticeBadgeQuery(), enabled: isSignedIn });
  const failure = error instanceof ApiError ? error.messages[0] : undefined;
  return { is_exist: data?.is_exist ?? false, failure };
}

export const badgesQuery = () => ({
  ...api.query(listBadges),
  // Badges change rarely, so they are fetched once.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The account's badge with this keyword, and a function that deletes the badge. */
export function useBadge(keyword: string, isSignedIn: boolean) {
  const client = useQueryClient();
  const { data } = useQuery({ ...badgesQuery(), enabled: isSignedIn });
  const badge = data?.badges.find((badge) => badge.keyword === keyword);
  const { mutate: clear } = useMutation({
    mutationFn: (uuid_hash: string) => send(deleteBadge, { params: { uuid_hash } }),
    onSettled: () => client.invalidateQueries({ queryKey: badgesQuery().queryKey }),
  });
  return { badge, clear };
}
