import { useQuery } from "@tanstack/react-query";
import { getNoticeBadge, listBadges } from "@toibako/contract/notices.ts";
import { ApiError, api } from "#lib/http/client.ts";

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

/** The places of the navigation that are marked as new for the account. */
export const useBadges = (isSignedIn: boolean) =>
  useQuery({ ...badgesQuery(), enabled: isSignedIn }).data?.badges;
