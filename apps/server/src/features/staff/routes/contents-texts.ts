import {
  getEditedPage,
  listEditedPages,
  savePage,
} from "@toibako/contract/staff/contents/pages.ts";
import {
  getWordList,
  listWordLists,
  previewWordList,
  saveWordList,
} from "@toibako/contract/staff/contents/word-lists.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveLines } from "../../filters/commands/word-lists.ts";
import {
  findWordList,
  listLists,
  requireLines,
  requireListKey,
} from "../../filters/queries/word-lists.ts";
import { previewLines } from "../../filters/queries/word-preview.ts";
import { savePageTexts } from "../../help/commands/pages.ts";
import { findEditedPage, listEditedPagesOf } from "../../help/queries/pages.ts";

/** The texts of pages and the word lists of the site; the features that own the data keep them. */
export const textRoutes = [
  implement(listEditedPages, async ({ services }) => ({
    body: { pages: await listEditedPagesOf(services) },
  })),

  implement(getEditedPage, async ({ services, params }) => {
    const page = await findEditedPage(services, params.slug);
    if (!page) throw new Failure("not_found");
    return { body: { page } };
  }),

  implement(savePage, async ({ services, viewer, params, body }) => ({
    body: { page: await savePageTexts(services, viewer.user.pk, params.slug, body) },
  })),

  implement(listWordLists, async ({ services }) => ({
    body: { word_lists: await listLists(services.db) },
  })),

  implement(getWordList, async ({ services, params }) => ({
    body: { word_list: await findWordList(services, requireListKey(params)) },
  })),

  implement(saveWordList, async ({ services, viewer, params, body }) => ({
    body: { word_list: await saveLines(services, viewer.user.pk, params, body) },
  })),

  implement(previewWordList, async ({ services, params, body }) => ({
    body: await previewLines(services, requireListKey(params), requireLines(body.lines)),
  })),
];
