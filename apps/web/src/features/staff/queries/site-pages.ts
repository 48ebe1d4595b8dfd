import type { QueryClient } from "@tanstack/react-query";
import {
  type EditedPage,
  getEditedPage,
  listEditedPages,
  savePage,
} from "@toibako/contract/staff/contents/pages.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedPagesQuery = () => api.query(listEditedPages);

export const editedPageQuery = (slug: string) => api.query(getEditedPage, { params: { slug } });

export const toStoredPage = ({ version, texts }: EditedPage): StoredContent => ({
  version,
  values: spreadTexts("texts", texts),
});

export const savePageOf = (slug: string, version: number, values: ContentValues) =>
  send(savePage, { params: { slug }, body: { version, texts: collectTexts("texts", values) } });

/** Reads again what a save has changed, or somebody else. */
export const refreshPages = (client: QueryClient) =>
  // "page" is the key of the pages that readers see.
  refreshCalls(client, [getEditedPage, listEditedPages, { name: "page" }]);
