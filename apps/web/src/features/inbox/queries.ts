import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { changeQuestion, listReceivedItems, type ReceivedItem } from "@toibako/contract/inbox.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { type ApiError, api, send } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";

type Received = Output<typeof listReceivedItems>;
type UnreadCounts = Output<typeof getUnreadCounts>;

const lists = { queryKey: [listReceivedItems.name] };

/** Received questions of one status; 3 a page on the own home, 20 in the inbox. */
export const receivedItemsQuery = (status: QuestionStatus, page: number, limit: "3" | "20") =>
  api.query(listReceivedItems, { query: { status, page: String(page), limit } });

/** How many questions lie in each part of the inbox; the shortest list tells it as well. */
export const inboxCountsQuery = () => ({
  ...receivedItemsQuery("unread", 1, "3"),
  select: ({ counts }: Received) => counts,
});

interface MoveOutcome {
  /** With the localised name of where the question lies now. */
  on_moved: (label: string, status: QuestionStatus) => void;
  on_failed: (error: ApiError) => void;
}

/** Moves a received question; the counts and lists that this page knows follow at once. */
export function useMoveQuestion(item: ReceivedItem, { on_moved, on_failed }: MoveOutcome) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: async (change_type: ReceivedItem["enum_status"]) => {
      const params = { id: item.uuid_hash };
      return (await send(changeQuestion, { params, body: { change_type, locale } })).data;
    },
    onSuccess: ({ label, status }) => {
      moveCounts(client, item.status, status);
      on_moved(label, status);
      void takeOut(client, item.uuid_hash);
    },
    onError: on_failed,
  });
}

function moveCounts(client: QueryClient, from: QuestionStatus, to: QuestionStatus) {
  client.setQueriesData<Received>(lists, (known) => {
    if (!known) return undefined;
    const { counts } = known;
    return { ...known, counts: { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 } };
  });
  const more = Number(to === "unread") - Number(from === "unread");
  client.setQueryData<UnreadCounts>(
    [getUnreadCounts.name],
    (known) => known && { ...known, received_items: Math.max(0, known.received_items + more) },
  );
}

/** Also asks anew, so that the next page's first question moves up. */
function takeOut(client: QueryClient, uuid_hash: string) {
  client.setQueriesData<Received>(
    lists,
    (known) =>
      known && { ...known, items: known.items.filter((item) => item.uuid_hash !== uuid_hash) },
  );
  return client.invalidateQueries({ ...lists, refetchType: "all" });
}
