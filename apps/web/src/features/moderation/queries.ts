import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Input, Output } from "@toibako/contract/endpoint.ts";
import { listHeldQuestions } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import {
  deleteBlock,
  listBlocks,
  postBlock,
  postReport,
  type ReportMode,
  reportAccount,
} from "@toibako/contract/moderation.ts";
import { getNoticeBadge, listNotices } from "@toibako/contract/notices.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { listOwnDecisions, postAppeal } from "@toibako/contract/staff/cases.ts";
import { broughtLists, communityLists } from "#lib/cache/answer-lists.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send, sendDeletion } from "#lib/http/client.ts";

/** The cached counts and lists that a report changes, besides the inbox. */
const queriesChangedByReport = [getUnreadCounts, getNoticeBadge, listNotices];
/** The lists of what may be reported, which are refetched if a report fails: it may have arrived. */
const reportableLists = [listReceivedItems, listHeldQuestions];

export type RemovedItems = Output<typeof postReport>;

/** Reports a received question; resolves with the ids of the questions that were removed, after the lists show it. */
export function useReport(item_id: string, onItemsRemoved: (removed: RemovedItems) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mode: ReportMode) => {
      const { data } = await send(postReport, { body: { mode, item_id } });
      // While a release is being replaced, the former one sends no ids of held questions.
      return { item_uuids: data.item_uuids, held_item_uuids: data.held_item_uuids ?? [] };
    },
    onSuccess: (removed) => {
      onItemsRemoved(removed);
      for (const { name } of queriesChangedByReport)
        void client.invalidateQueries({ queryKey: [name] });
      return waitForCacheNotification();
    },
    onError() {
      for (const { name } of [...reportableLists, ...queriesChangedByReport])
        void client.invalidateQueries({ queryKey: [name] });
    },
  });
}

/** What everybody can read: a community's question, an answer to such a question, or a brought answer. */
export type PublicContent =
  | { item_id: string }
  | { answer_id: string }
  | { brought_answer_id: string };

/** The names of the queries without content that the reader has reported, or whose answerer is blocked. */
const publicLists = [...communityLists, ...broughtLists, listItems.name];

function refetchPublicLists(client: QueryClient, { except }: { except?: string } = {}) {
  for (const name of publicLists) {
    if (name !== except) void client.invalidateQueries({ queryKey: [name] });
  }
}

/** Reports public content, which the server then hides from the reader. */
export function useReportPublic() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: PublicContent) =>
      send(postReport, { body: { mode: "unit", ...content } }),
    onSuccess(_reply, content) {
      // A reported question is not refetched, because its page would show "not found" until it is left.
      const isQuestion = "item_id" in content;
      refetchPublicLists(client, isQuestion ? { except: "getCommunityQuestion" } : {});
    },
  });
}

/** Reports an account by its handle. */
export const useReportAccount = (account: string) =>
  useMutation({
    mutationFn: (body: Input<typeof reportAccount>["body"]) =>
      send(reportAccount, { params: { account }, body }),
  });

/** Blocks an account by its handle. The two accounts then no longer follow each other. */
export function useBlockAccount(account: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(postBlock, { body: { account } }),
    onSuccess: () => {
      for (const { name } of [listBlocks, getUser]) {
        void client.invalidateQueries({ queryKey: [name] });
      }
      refetchPublicLists(client);
    },
  });
}

/** What staff have decided about the reader's account. */
export const decisionsQuery = () => api.query(listOwnDecisions);

export const sendAppeal = (id: string, text: string) =>
  send(postAppeal, { params: { id }, body: { text } });

export const refreshDecisions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [listOwnDecisions.name] });

/** The blocks of accounts and of senders, newest first, as an infinite list. */
export const blocksQuery = () =>
  infiniteQueryOptions({
    queryKey: [listBlocks.name],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listBlocks, { query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

/** Deletes a block and refetches the list. */
export async function removeBlock(client: QueryClient, id: string): Promise<void> {
  await sendDeletion(deleteBlock, { params: { id } });
  await client.invalidateQueries({ queryKey: blocksQuery().queryKey });
}
