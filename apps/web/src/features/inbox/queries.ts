import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  changeQuestion,
  deleteBinnedQuestion,
  emptyBin,
  type InboxCounts,
  listReceivedItems,
  type ReceivedItem,
} from "@toibako/contract/inbox.ts";
import { markSeen } from "@toibako/contract/notices.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { useSeen } from "#lib/browser/use-seen.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { type ApiError, api, send } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

type ReceivedPage = Output<typeof listReceivedItems>;
type UnreadCounts = Output<typeof getUnreadCounts>;

const receivedItems = { queryKey: [listReceivedItems.name] };

/** Received questions of one status: 3 per page in the home's tab of received questions, 20 in the inbox. */
export const receivedItemsQuery = (status: QuestionStatus, page: number, limit: "3" | "20") =>
  api.pageQuery(
    listReceivedItems,
    page,
    (number, position) => ({ query: { status, page: String(number), limit, ...position } }),
    ({ items }) => items.map(({ uuid_hash }) => uuid_hash),
  );

/** The newest unread questions, for the home's overview, which shows one at a time. */
export const nextQuestionsQuery = () => receivedItemsQuery("unread", 1, "3");

/** The numbers of questions in the parts of the inbox. Every list of received questions contains them. */
export const inboxCountsQuery = () => ({
  ...nextQuestionsQuery(),
  select: ({ counts }: ReceivedPage) => counts,
});

/** A received question that can be moved. */
export type MovableItem = Pick<ReceivedItem, "uuid_hash" | "status">;

interface MoveCallbacks {
  /** Called with the localised name of the new status. */
  onMoved: (label: string, status: QuestionStatus) => void;
  onFailed: (error: ApiError) => void;
}

/** Changes the status of a received question and updates the cached lists and counts. */
export function useMoveQuestion(item: MovableItem, { onMoved, onFailed }: MoveCallbacks) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: async (status: QuestionStatus) => {
      const params = { id: item.uuid_hash };
      return (await send(changeQuestion, { params, body: { status, locale } })).data;
    },
    onSuccess: ({ label, status }) => {
      onMoved(label, status);
      updateReceivedLists(client, {
        isRemoved: ({ uuid_hash }) => uuid_hash === item.uuid_hash,
        changes: { [item.status]: -1, [status]: 1 },
      });
    },
    onError: onFailed,
  });
}

/** Permanently deletes a question in the bin. */
export function useDeleteBinned(uuid_hash: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(deleteBinnedQuestion, { params: { id: uuid_hash } }),
    onSuccess: () => {
      updateReceivedLists(client, {
        isRemoved: (item) => item.uuid_hash === uuid_hash,
        changes: { hidden: -1 },
      });
      return waitForCacheNotification();
    },
    // Another tab may have answered or deleted the question.
    onError: () => void client.invalidateQueries(receivedItems),
  });
}

/** Deletes every unanswered question in the bin; resolves with the new counts of all parts. */
export function useEmptyBin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await send(emptyBin)).data.counts,
    onSuccess: (counts) => {
      updateReceivedLists(client, {
        isRemoved: ({ status, is_answered }) => status === "hidden" && !is_answered,
        counts,
      });
      return waitForCacheNotification();
    },
  });
}

/** Updates the cached lists and counts after questions were reported, which removes them from the inbox. */
export function removeReportedItems(
  client: QueryClient,
  { item_uuids, held_item_uuids }: { item_uuids: string[]; held_item_uuids: string[] },
) {
  const removedIds = new Set(item_uuids);
  updateReceivedLists(client, {
    isRemoved: ({ uuid_hash }) => removedIds.has(uuid_hash),
    changes: { unread: -item_uuids.length, held: -held_item_uuids.length },
  });
}

/** Updates the cached counts after a held question was released into the inbox or deleted, or all were deleted. */
export function updateHeldCount(
  client: QueryClient,
  outcome: "released" | "deleted" | "deleted_all",
) {
  const held = outcome === "deleted_all" ? Number.NEGATIVE_INFINITY : -1;
  updateReceivedLists(client, { changes: { held, unread: outcome === "released" ? 1 : 0 } });
}

interface ListUpdate {
  /** Whether an item leaves the cached lists. */
  isRemoved?: (item: ReceivedItem) => boolean;
  /** Numbers to add to the counts; negative numbers lower them. */
  changes?: Partial<InboxCounts>;
  /** The new counts, if the server returned them. */
  counts?: InboxCounts;
}

/**
 * Changes all cached lists of received questions and the unread count, so that the page shows the change at
 * once. Then refetches the lists, because later questions move up.
 */
function updateReceivedLists(client: QueryClient, update: ListUpdate) {
  const { isRemoved, changes = {} } = update;
  client.setQueriesData<ReceivedPage>(receivedItems, (cached) => {
    if (!cached) return undefined;
    const { counts, items } = cached;
    return {
      ...cached,
      counts: update.counts ?? addCounts(counts, changes),
      items: isRemoved ? items.filter((item) => !isRemoved(item)) : items,
    };
  });
  const { unread = 0 } = changes;
  client.setQueryData<UnreadCounts>(
    [getUnreadCounts.name],
    (cached) =>
      cached && { ...cached, received_items: Math.max(0, cached.received_items + unread) },
  );
  void client.invalidateQueries({ ...receivedItems, refetchType: "all" });
}

function addCounts(counts: InboxCounts, changes: Partial<InboxCounts>): InboxCounts {
  const addToCount = (part: keyof InboxCounts) => Math.max(0, counts[part] + (changes[part] ?? 0));
  return {
    unread: addToCount("unread"),
    confirmed: addToCount("confirmed"),
    hidden: addToCount("hidden"),
    held: addToCount("held"),
  };
}

/**
 * Returns a function that makes the ref of a question. The ref marks a new question as seen after the
 * question was on the screen.
 */
export function useSeenQuestions() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (questions: string[]) => send(markSeen, { body: { questions } }),
    onSuccess: () => void client.invalidateQueries({ ...receivedItems, refetchType: "none" }),
  });
  const createSeenRef = useSeen(mutate);
  return ({ is_new, uuid_hash }: ReceivedItem) => createSeenRef(is_new ? uuid_hash : undefined);
}
