import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { markSeen } from "@toibako/contract/notices.ts";
import {
  listSendQuestions,
  listWaitingQuestions,
  type SentAnswer,
  withdrawQuestion,
} from "@toibako/contract/outbox.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { useSeen } from "#lib/browser/use-seen.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";
import { getItemSearch } from "#lib/page/search.ts";

type UnreadCounts = Output<typeof getUnreadCounts>;
type WaitingPage = Output<typeof listWaitingQuestions>;

const getNextPage = ({ pager: { current_page, total_pages } }: { pager: Pager }) =>
  current_page < total_pages ? current_page + 1 : undefined;

/** Answers to the viewer's questions, newest first, by pages. */
export const sentAnswersQuery = (page: number) =>
  api.query(listSendQuestions, { query: { page: String(page) } });

/**
 * The newest answers, for the home. They have a cache entry of their own. Otherwise the full list would
 * show this older reply when it opens, and a refetch for the home would remove its unread marks.
 */
export function newestAnswersQuery() {
  const query = sentAnswersQuery(1);
  return { ...query, queryKey: [...query.queryKey, "newest"] };
}

/**
 * Whether the answers couldn't be loaded. The waiting list then shows no error of its own, so that the page
 * has one error for both lists.
 */
export function useHaveAnswersFailed(): boolean {
  const { data, isError } = useQuery({ ...sentAnswersQuery(1), enabled: false });
  return isError && data === undefined;
}

/** Returns the query of the answers. Its `refetch` also refetches the waiting questions if they failed. */
export function useRetryOfBothLists<Query extends { refetch: () => unknown }>(answers: Query) {
  const client = useQueryClient();
  const { queryKey } = waitingQuestionsQuery();
  function refetch() {
    void client.refetchQueries({ queryKey, predicate: ({ state }) => state.status === "error" });
    return answers.refetch();
  }
  return { ...answers, refetch };
}

/** The search parameters of an answer's page; for a community's question, they contain the answer's id. */
export const getAnswerSearch = ({ id_hash, associated_community }: SentAnswer) =>
  getItemSearch({ answer_id: id_hash, associated_community });

/** Returns the ids of the questions whose answers are unread. */
export const listUnreadQuestionIds = (answers: readonly SentAnswer[]) =>
  answers.flatMap((answer) => (answer.is_unread ? [answer.related_question_id_hash] : []));

/**
 * Returns a function that creates the callback ref of an answer. The ref marks an unread answer as seen
 * once it has been on the screen. The open list still shows it as new.
 */
export function useSeenAnswers() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (answers: string[]) => send(markSeen, { body: { answers } }),
    onSuccess: (_reply, seenAnswers) => {
      client.setQueryData<UnreadCounts>(
        [getUnreadCounts.name],
        (cached) =>
          cached && { ...cached, send_items: Math.max(0, cached.send_items - seenAnswers.length) },
      );
      void client.invalidateQueries({ queryKey: [listSendQuestions.name], refetchType: "none" });
    },
  });
  const createSeenRef = useSeen(mutate);
  return ({ is_unread, related_question_id_hash }: SentAnswer) =>
    createSeenRef(is_unread ? related_question_id_hash : undefined);
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

// Declared outside of the hook: React Query calls an unchanged `select` function once per reply, but a new
// function in each render.
const joinPages = ({ pages }: InfiniteData<WaitingPage>) => ({
  questions: pages.flatMap((page) => page.questions),
  total_count: pages[0]?.pager.total_count ?? 0,
});

/**
 * Withdraws a question. A failure also refetches the answers, because the question may have been answered.
 */
export function useWithdraw() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (uuid_hash: string) => send(withdrawQuestion, { params: { id: uuid_hash } }),
    onSuccess: (_reply, uuid_hash) => {
      client.setQueryData<InfiniteData<WaitingPage, number>>(
        waitingQuestionsQuery().queryKey,
        (cached) => cached && { ...cached, pages: cached.pages.map(removeQuestionFrom(uuid_hash)) },
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

const removeQuestionFrom = (uuid_hash: string) => (page: WaitingPage) => ({
  ...page,
  questions: page.questions.filter((question) => question.uuid_hash !== uuid_hash),
  pager: { ...page.pager, total_count: Math.max(0, page.pager.total_count - 1) },
});
