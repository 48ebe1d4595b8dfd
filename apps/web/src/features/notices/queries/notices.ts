import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { deleteNotice, listNotices, markSeen, type Notice } from "@toibako/contract/notices.ts";
import { useSeen } from "#lib/browser/use-seen.ts";
import { api, send } from "#lib/http/client.ts";
import { noticeBadgeQuery } from "./badges.ts";

export type NoticePage = Output<typeof listNotices>;
type UnreadCounts = Output<typeof getUnreadCounts>;

const noticeLists = { queryKey: [listNotices.name] };

/** The notices, newest first, 20 per page. */
export const noticesQuery = (page: number) =>
  api.query(listNotices, { query: { page: String(page) } });

/** Refetches the bell's badge and the notices. */
export function refreshNotices(client: QueryClient) {
  void client.invalidateQueries({ queryKey: noticeBadgeQuery().queryKey });
  void client.invalidateQueries(noticeLists);
}

/**
 * Returns a function that makes the ref of a notice. The ref marks a new notice as seen after the notice was
 * on the screen.
 */
export function useSeenNotices() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (notices: string[]) => send(markSeen, { body: { notices } }),
    onSuccess: (_reply, ids) => {
      client.setQueryData<UnreadCounts>(
        [getUnreadCounts.name],
        (cached) => cached && { ...cached, notices: Math.max(0, cached.notices - ids.length) },
      );
      void client.invalidateQueries({ queryKey: noticeBadgeQuery().queryKey });
      const seenIds = new Set(ids);
      changeCachedNotices(client, (notices) =>
        notices.map((notice) => (seenIds.has(notice.id) ? { ...notice, is_new: false } : notice)),
      );
    },
  });
  return useSeen(mutate);
}

export function useDeleteNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Notice) => send(deleteNotice, { params: { id } }),
    onSuccess: (_reply, { id }) => {
      changeCachedNotices(client, (notices) => notices.filter((notice) => notice.id !== id));
      void client.invalidateQueries(noticeLists);
    },
  });
}

function changeCachedNotices(client: QueryClient, change: (notices: Notice[]) => Notice[]) {
  client.setQueriesData<NoticePage>(
    noticeLists,
    (cached) => cached && { ...cached, notices: change(cached.notices) },
  );
}
