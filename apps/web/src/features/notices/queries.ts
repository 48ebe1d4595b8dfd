import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  deleteBadge,
  deleteNotice,
  getNoticeBadge,
  listBadges,
  listNotices,
  markSeen,
  type Notice,
} from "@toibako/contract/notices.ts";
import { useSeen } from "#lib/browser/use-seen.ts";
import { ApiError, api, send } from "#lib/http/client.ts";

export type NoticePage = Output<typeof listNotices>;
type UnreadCounts = Output<typeof getUnreadCounts>;

const list = { queryKey: [listNotices.name] };

/** The notices, newest first, 20 per page. */
export const noticesQuery = (page: number) =>
  api.query(listNotices, { query: { page: String(page) } });

export const noticeBadgeQuery = () => api.query(getNoticeBadge);

/** Whether the bell is marked, and the server's message if that is unknown. */
export function useNoticeBadge(isSignedIn: boolean) {
  const { data, error } = useQuery({ ...noticeBadgeQuery(), enabled: isSignedIn });
  const failure = error instanceof ApiError ? error.messages[0] : undefined;
  return { is_exist: data?.is_exist ?? false, failure };
}

/** Refetches the bell's mark and the notices. */
export function refreshNotices(client: QueryClient) {
  void client.invalidateQueries({ queryKey: noticeBadgeQuery().queryKey });
  void client.invalidateQueries(list);
}

/** Reports new notices that were on the screen; the returned function gives a notice's element its ref. */
export function useSeenNotices() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (notices: string[]) => send(markSeen, { body: { notices } }),
    onSuccess: (_reply, ids) => {
      client.setQueryData<UnreadCounts>(
        [getUnreadCounts.name],
        (known) => known && { ...known, notices: Math.max(0, known.notices - ids.length) },
      );
      void client.invalidateQueries({ queryKey: noticeBadgeQuery().queryKey });
      const seen = new Set(ids);
      updateNotices(client, (notices) =>
        notices.map((notice) => (seen.has(notice.id) ? { ...notice, is_new: false } : notice)),
      );
    },
  });
  return useSeen(mutate);
}

/** Deletes a notice. */
export function useDeleteNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Notice) => send(deleteNotice, { params: { id } }),
    onSuccess: (_reply, { id }) => {
      updateNotices(client, (notices) => notices.filter((notice) => notice.id !== id));
      void client.invalidateQueries(list);
    },
  });
}

export const badgesQuery = () => ({
  ...api.query(listBadges),
  // Badges change rarely, so they are fetched once.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The badge with this keyword and a function that clears it; for accounts. */
export function useBadge(keyword: string, isSignedIn: boolean) {
  const client = useQueryClient();
  const { data } = useQuery({ ...badgesQuery(), enabled: isSignedIn });
  const badge = data?.badges.find((one) => one.keyword === keyword);
  const { mutate: clear } = useMutation({
    mutationFn: (uuid_hash: string) => send(deleteBadge, { params: { uuid_hash } }),
    onSettled: () => client.invalidateQueries({ queryKey: badgesQuery().queryKey }),
  });
  return { badge, clear };
}

function updateNotices(client: QueryClient, to: (notices: Notice[]) => Notice[]) {
  client.setQueriesData<NoticePage>(
    list,
    (known) => known && { ...known, notices: to(known.notices) },
  );
}
