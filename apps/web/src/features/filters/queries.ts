import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  deleteHeldQuestion,
  deleteNgWord,
  listHeldQuestions,
  listNgWords,
  type NgWord,
  postNgWord,
  previewNgWord,
  releaseHeldQuestion,
} from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { api, send } from "#lib/client.ts";

type Held = Output<typeof listHeldQuestions>;
type Words = Output<typeof listNgWords>;
type Received = Output<typeof listReceivedItems>;
type UnreadCounts = Output<typeof getUnreadCounts>;

const heldLists = { queryKey: [listHeldQuestions.name] };
const receivedLists = { queryKey: [listReceivedItems.name] };

/** What one's filters hold, 20 a page. */
export const heldQuestionsQuery = (page: number) =>
  api.query(listHeldQuestions, { query: { page: String(page) } });

/** What another tab has decided meanwhile leaves this one. */
const readAnew = (client: QueryClient) => ({
  onError: () => void client.invalidateQueries(heldLists),
});

/** Lets a held question into the inbox; lists and counts that this page knows follow at once. */
export function useRelease(uuid_hash: string) {
  const client = useQueryClient();
  return useMutation({
    ...readAnew(client),
    mutationFn: () => send(releaseHeldQuestion, { params: { id: uuid_hash } }),
    onSuccess: () => {
      takeOut(client, uuid_hash, 1);
      client.setQueryData<UnreadCounts>(
        [getUnreadCounts.name],
        (known) => known && { ...known, received_items: known.received_items + 1 },
      );
    },
  });
}

/** Deletes a held question for good. */
export function useDeleteHeld() {
  const client = useQueryClient();
  return useMutation({
    ...readAnew(client),
    mutationFn: (uuid_hash: string) => send(deleteHeldQuestion, { params: { id: uuid_hash } }),
    onSuccess: (_answer, uuid_hash) => takeOut(client, uuid_hash, 0),
  });
}

/** Also asks anew, so that the next page's first question moves up. */
function takeOut(client: QueryClient, uuid_hash: string, to_unread: 0 | 1) {
  client.setQueriesData<Held>(
    heldLists,
    (known) =>
      known && {
        ...known,
        questions: known.questions.filter((question) => question.uuid_hash !== uuid_hash),
      },
  );
  client.setQueriesData<Received>(receivedLists, (known) => {
    if (!known) return undefined;
    const { held, unread } = known.counts;
    const counts = { ...known.counts, held: Math.max(0, held - 1), unread: unread + to_unread };
    return { ...known, counts };
  });
  void client.invalidateQueries({ ...heldLists, refetchType: "all" });
  void client.invalidateQueries({ ...receivedLists, refetchType: "all" });
}

/** One's own words, all of them. */
export const ngWordsQuery = () => api.query(listNgWords);

/** Which of the recent questions a word would have held. */
export const previewQuery = (word: string) => api.query(previewNgWord, { query: { word } });

/** Adds a word, and answers it as it is kept. */
export function useAddWord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (word: string) => (await send(postNgWord, { body: { word } })).data.ng_word,
    onSuccess: (added) =>
      changeWords(client, (words) => [...words.filter(({ id }) => id !== added.id), added]),
  });
}

export function useRemoveWord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: NgWord) => send(deleteNgWord, { params: { id } }),
    onSuccess: (_answer, removed) =>
      changeWords(client, (words) => words.filter(({ id }) => id !== removed.id)),
  });
}

/** Also asks anew: another tab may have changed them meanwhile. */
function changeWords(client: QueryClient, to: (words: NgWord[]) => NgWord[]) {
  const { queryKey } = ngWordsQuery();
  client.setQueryData<Words>(
    queryKey,
    (known) => known && { ...known, ng_words: to(known.ng_words) },
  );
  return client.invalidateQueries({ queryKey });
}
