import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  confirmNotices,
  deleteBadge,
  deleteNotice,
  getNoticeBadge,
  listBadges,
  listNotices,
  type Notice,
} from "@toibako/contract/notices.ts";
import { useEffect, useRef } from "react";
import { ApiError, api, send } from "#lib/http/client.ts";

type Pages = InfiniteData<Output<typeof listNotices>>;
type UnreadCounts = Output<typeof getUnreadCounts>;

const list = { queryKey: [listNotices.name] };

/** One's notices, newest first, page upon page until one brings fewer than it could hold. */
export const noticesQuery = () =>
  infiniteQueryOptions({
    queryKey: [listNotices.name, "endless"],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listNotices, { query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, limit, total_count } }) =>
      total_count < current_page * limit ? undefined : current_page + 1,
  });

export const useNotices = () => useInfiniteQuery({ ...noticesQuery(), select: mergePages });

/** A notice that came between two pages moves another one onto both. */
function mergePages({ pages }: Pages): Notice[] {
  const notices = pages.flatMap((page) => page.notices);
  return [...new Map(notices.map((notice) => [notice.id, notice])).values()];
}

export const noticeBadgeQuery = () => api.query(getNoticeBadge);

/** Whether the bell carries a mark, and what the server said if it could not tell. */
export function useNoticeBadge(isSignedIn: boolean) {
  const { data, error } = useQuery({ ...noticeBadgeQuery(), enabled: isSignedIn });
  const failure = error instanceof ApiError ? error.messages[0] : undefined;
  return { is_exist: data?.is_exist ?? false, failure };
}

/** Asks for bell and notices anew, after something may have happened. */
export function refreshNotices(client: QueryClient) {
  void client.invalidateQueries({ queryKey: noticeBadgeQuery().queryKey });
  void client.invalidateQueries(list);
}

/** Tells the server once per visit, and for all that arrives during it, that notices were seen. */
export function useConfirm(hasNew: boolean) {
  const client = useQueryClient();
  const confirmed = useRef(false);
  const { mutate } = useMutation({
    mutationFn: () => send(confirmNotices),
    onSuccess: ({ data: badge }) => {
      client.setQueryData(noticeBadgeQuery().queryKey, badge);
      client.setQueryData<UnreadCounts>(
        [getUnreadCounts.name],
        (known) => known && { ...known, notices: 0 },
      );
      updateNotices(client, (notices) => notices.map((notice) => ({ ...notice, is_new: false })));
    },
  });
  useEffect(() => {
    if (confirmed.current && !hasNew) return;
    confirmed.current = true;
    mutate();
  }, [hasNew, mutate]);
}

/** Deletes a notice; mutate with it. */
export function useDeleteNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Notice) => send(deleteNotice, { params: { id } }),
    onSuccess: (_answer, { id }) => {
      updateNotices(client, (notices) => notices.filter((notice) => notice.id !== id));
      void client.invalidateQueries(list);
    },
  });
}

export const badgesQuery = () => ({
  ...api.query(listBadges),
  // Marks come seldom: what was read on the way in stays right.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The mark with this keyword, and how to clear it; for the signed-in. */
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
  client.setQueryData<Pages>(
    noticesQuery().queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, notices: to(page.notices) })),
      },
  );
}
