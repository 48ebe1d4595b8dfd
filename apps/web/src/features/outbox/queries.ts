import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  listSendQuestions,
  listWaitingQuestions,
  readSendItems,
  withdrawQuestion,
} from "@toibako/contract/outbox.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { useEffect } from "react";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";

type UnreadCounts = Output<typeof getUnreadCounts>;
type Waiting = Output<typeof listWaitingQuestions>;

const getNextPage = ({ pager: { current_page, total_pages } }: { pager: Pager }) =>
  current_page < total_pages ? current_page + 1 : undefined;

/** Answers to the viewer's questions, newest first, by pages. */
export const sentAnswersQuery = (page: number) =>
  api.query(listSendQuestions, { query: { page: String(page) } });

/**
 * Tells the server that the newest answer was seen, and clears the count. Called with undefined
 * while nothing is shown. Unread marks stay as long as the list is open.
 */
export function useSeen(newestId: string | undefined) {
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
    if (newestId !== undefined) mutate();
  }, [newestId, mutate]);
}

/** The viewer's unanswered questions, newest first, as an infinite list. */
export const waitingQuestionsQuery = () =>
  infiniteQueryOptions({
    queryKey: [listWaitingQuestions.name],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listWaitingQuestions, { query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  });

export const useWaitingQuestions = () =>
  useInfiniteQuery({ ...waitingQuestionsQuery(), select: joinPages });

// Computed once for each reply, so that the list is the same object in each render.
const joinPages = ({ pages }: InfiniteData<Waiting>) => ({
  questions: pages.flatMap((page) => page.questions),
  total_count: pages[0]?.pager.total_count ?? 0,
});

/** Withdraws a question. If it was answered meanwhile, the list of answers is refetched as well. */
export function useWithdraw() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (uuid_hash: string) => send(withdrawQuestion, { params: { id: uuid_hash } }),
    onSuccess: (_reply, uuid_hash) => {
      client.setQueryData<InfiniteData<Waiting, number>>(
        waitingQuestionsQuery().queryKey,
        (known) => known && { ...known, pages: known.pages.map(removeQuestionFrom(uuid_hash)) },
      );
      void client.invalidateQueries({ queryKey: [listWaitingQuestions.name] });
      return waitForCacheNotification();
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: [listWaitingQuestions.name] });
      void client.invalidateQueries({ queryKey: [listSendQuestions.name] });
    },
  });
}

const removeQuestionFrom = (uuid_hash: string) => (page: Waiting) => ({
  ...page,
  questions: page.questions.filter((question) => question.uuid_hash !== uuid_hash),
  pager: { ...page.pager, total_count: Math.max(0, page.pager.total_count - 1) },
});
