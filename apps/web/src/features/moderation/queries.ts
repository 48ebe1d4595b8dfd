import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listItems } from "@toibako/contract/items.ts";
import {
  deleteBlock,
  listBlocks,
  postBlock,
  postReport,
  type ReportMode,
} from "@toibako/contract/moderation.ts";
import { getNoticeBadge, listNotices } from "@toibako/contract/notices.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { broughtLists, communityLists } from "#lib/cache/answer-lists.ts";
import { api, send } from "#lib/http/client.ts";

/** Further cached counts and lists that a report changes. */
const changedByReport = [getUnreadCounts, getNoticeBadge, listNotices];

/** Reports a question; returns the ids of the questions that left the inbox. */
export function useReport(item_id: string, onItemsRemoved: (itemIds: string[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mode: ReportMode) =>
      (await send(postReport, { body: { mode, item_id } })).data.item_uuids,
    onSuccess: (item_uuids) => {
      onItemsRemoved(item_uuids);
      for (const { name } of changedByReport) void client.invalidateQueries({ queryKey: [name] });
    },
  });
}

/** A question of a community, or an answer to one, or an answer that somebody brought along. */
export type PublicContent =
  | { item_id: string }
  | { answer_id: string }
  | { brought_answer_id: string };

/** Queries that leave out what the reader has reported, and answers of blocked accounts. */
const queriesWithoutReported = [...communityLists, ...broughtLists, listItems.name];

function refetchPublicLists(client: QueryClient, mayRefetch = (_name: string) => true) {
  for (const name of queriesWithoutReported.filter(mayRefetch)) {
    void client.invalidateQueries({ queryKey: [name] });
  }
}

/** Reports a question or an answer that everybody can read; it is then hidden from the reader. */
export function useReportPublic() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: PublicContent) =>
      send(postReport, { body: { mode: "unit", ...content } }),
    onSuccess(_reply, content) {
      // The page of a reported question is not refetched: it would show "not found" until the reader is led away.
      const isQuestion = "item_id" in content;
      refetchPublicLists(client, (name) => !isQuestion || name !== "getCommunityQuestion");
    },
  });
}

/** Blocks the sender of a question; the question stays where it is. */
export function useBlockSender(question_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(postBlock, { body: { question_id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [listBlocks.name] }),
  });
}

/** Blocks an account by its handle, which also ends follows between the two. */
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
  await send(deleteBlock, { params: { id } });
  await client.invalidateQueries({ queryKey: blocksQuery().queryKey });
}
