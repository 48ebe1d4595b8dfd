import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { listSendQuestions, readSendItems } from "@toibako/contract/outbox.ts";
import { useEffect } from "react";
import { api, send } from "#lib/client.ts";

type UnreadCounts = Output<typeof getUnreadCounts>;

/** Answers to one's own questions, newest first, by pages. */
export const sentAnswersQuery = (page: number) =>
  api.query(listSendQuestions, { query: { page: String(page) } });

/** The same, page upon page, until the current page is the last. */
export const endlessSentAnswersQuery = () =>
  infiniteQueryOptions({
    queryKey: [listSendQuestions.name, "endless"],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listSendQuestions, { query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

export const useEndlessSentAnswers = () => useInfiniteQuery(endlessSentAnswersQuery());

/**
 * Tells the server that the newest answer was seen, and clears the count. Called with undefined
 * while nothing is shown; the marks of what was unread stay as long as the list is open.
 */
export function useSeen(newest_id: string | undefined) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => send(readSendItems),
    onSuccess: () =>
      client.setQueryData<UnreadCounts>(
        [getUnreadCounts.name],
        (known) => known && { ...known, send_items: 0 },
      ),
  });
  useEffect(() => {
    if (newest_id !== undefined) mutate();
  }, [newest_id, mutate]);
}
