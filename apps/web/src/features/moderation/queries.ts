import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import {
  deleteBlock,
  listBlocks,
  postBlock,
  postReport,
  type ReportMode,
} from "@toibako/contract/moderation.ts";
import { getNoticeBadge, listNotices } from "@toibako/contract/notices.ts";
import { api, send } from "#lib/client.ts";

type Received = Output<typeof listReceivedItems>;
type UnreadCounts = Output<typeof getUnreadCounts>;

/** Reports a question in a mode; answers which ones left the inbox, and takes them out of it. */
export function useReport(item_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mode: ReportMode) =>
      (await send(postReport, { body: { mode, item_id } })).data.item_uuids,
    onSuccess: (item_uuids) => takeOut(client, item_uuids),
  });
}

/** Blocks whoever sent a question, which stays where it is. */
export function useBlockSender(question_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(postBlock, { body: { question_id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [listBlocks.name] }),
  });
}

/** Whom one blocks, newest first, page upon page. */
export const blocksQuery = () =>
  infiniteQueryOptions({
    queryKey: [listBlocks.name],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listBlocks, { query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

/** Lifts a block, and reads them anew. */
export async function liftBlock(client: QueryClient, id: string): Promise<void> {
  await send(deleteBlock, { params: { id } });
  await client.invalidateQueries({ queryKey: blocksQuery().queryKey });
}

/** They leave lists and counts at once; what follows them is asked for anew, and so is the bell. */
function takeOut(client: QueryClient, item_uuids: string[]) {
  const gone = new Set(item_uuids);
  const lists = { queryKey: [listReceivedItems.name] };
  client.setQueriesData<Received>(lists, (known) => {
    if (!known) return undefined;
    const { counts, items } = known;
    const unread = Math.max(0, counts.unread - gone.size);
    const rest = items.filter(({ uuid_hash }) => !gone.has(uuid_hash));
    return { ...known, items: rest, counts: { ...counts, unread } };
  });
  const counts = [getUnreadCounts.name];
  client.setQueryData<UnreadCounts>(
    counts,
    (known) => known && { ...known, received_items: Math.max(0, known.received_items - gone.size) },
  );
  for (const name of [getUnreadCounts.name, getNoticeBadge.name, listNotices.name]) {
    void client.invalidateQueries({ queryKey: [name] });
  }
  void client.invalidateQueries({ ...lists, refetchType: "all" });
}
