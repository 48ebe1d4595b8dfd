import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  deleteNgWord,
  listNgWords,
  type NgWord,
  postNgWord,
  previewNgWord,
} from "@toibako/contract/filters.ts";
import { api, send, sendDeletion } from "#lib/http/client.ts";

type WordsReply = Output<typeof listNgWords>;

/** The account's own words. */
export const ngWordsQuery = () => api.query(listNgWords);

/** The recent questions that a word would have held. */
export const wordPreviewQuery = (word: string) => api.query(previewNgWord, { query: { word } });

/** Adds a word; resolves with the word as it is stored. */
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
    mutationFn: ({ id }: NgWord) => sendDeletion(deleteNgWord, { params: { id } }),
    onSuccess: (_reply, removed) =>
      changeWords(client, (words) => words.filter(({ id }) => id !== removed.id)),
  });
}

/** Changes the cached words. Then refetches them, because another tab may have changed them too. */
function changeWords(client: QueryClient, change: (words: NgWord[]) => NgWord[]) {
  const { queryKey } = ngWordsQuery();
  client.setQueryData<WordsReply>(
    queryKey,
    (cached) => cached && { ...cached, ng_words: change(cached.ng_words) },
  );
  return client.invalidateQueries({ queryKey });
}
