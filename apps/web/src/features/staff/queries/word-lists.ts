import { type QueryClient, useMutation } from "@tanstack/react-query";
import {
  type EditedWordList,
  getWordList,
  listWordLists,
  previewWordList,
  saveWordList,
} from "@toibako/contract/staff/contents/word-lists.ts";
import { api, send } from "#lib/http/client.ts";
import { type ContentValues, refreshCalls, type StoredContent } from "./content-values.ts";

/** A list and its language, as they stand in an address. */
export interface WordListAddress {
  list: string;
  locale: string;
}

export const wordListsQuery = () => api.query(listWordLists);

export const wordListQuery = (address: WordListAddress) =>
  api.query(getWordList, { params: address });

export const toStoredList = ({ version, lines }: EditedWordList): StoredContent => ({
  version,
  values: { lines },
});

export const saveWordListOf = (address: WordListAddress, version: number, values: ContentValues) =>
  send(saveWordList, { params: address, body: { version, lines: values.lines ?? "" } });

/** Compares typed lines with the present list. */
export const useWordPreview = (address: WordListAddress) =>
  useMutation({
    mutationFn: async (lines: string) =>
      (await send(previewWordList, { params: address, body: { lines } })).data,
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshWordLists = (client: QueryClient) =>
  refreshCalls(client, [getWordList, listWordLists]);
