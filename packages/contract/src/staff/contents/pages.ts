import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { type ReplaceableText, replaceableTexts } from "../../help.ts";
import { type Locale, locales } from "../../locales.ts";
import { defineObject, IdInput } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

/** The maximum number of characters of a page in one language. */
export const pageTextLimit = 20_000;

const Slug = Type.Unsafe<ReplaceableText>(Type.Enum([...replaceableTexts]));

/** Where the text of a page comes from in one language, the first of these that exists. */
export const pageSources = ["staff", "file", "built_in"] as const;
export type PageSource = (typeof pageSources)[number];

/** A page in the list, with the source of its text in each language. */
const ListedPage = defineObject({
  slug: Slug,
  sources: Type.Unsafe<Record<Locale, PageSource>>(
    defineObject(
      Object.fromEntries(locales.map((locale) => [locale, Type.Enum([...pageSources])])),
    ),
  ),
});

/** The texts of a page in all languages; the built-in ones are part of the web application. */
export const EditedPage = defineObject({
  slug: Slug,
  /** What staff have saved; an empty text leaves the page to the file or to the built-in text. */
  texts: StoredTexts,
  /** What stands in the operator's files; empty where there is none. */
  files: StoredTexts,
  version: Type.Integer(),
});
export type EditedPage = Static<typeof EditedPage>;

/** All pages whose text can be replaced. */
export const listEditedPages = defineEndpoint({
  name: "listEditedPages",
  summary: "Pages whose texts staff can edit",
  method: "GET",
  path: "/api/v2/adm/pages",
  caller: "admin",
  response: { 200: defineObject({ pages: Type.Array(ListedPage) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedPage = defineEndpoint({
  name: "getEditedPage",
  summary: "The texts of a page in all languages",
  method: "GET",
  path: "/api/v2/adm/pages/:slug",
  caller: "admin",
  params: defineObject({ slug: IdInput }),
  response: { 200: defineObject({ page: EditedPage }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves the texts of a page. They go before the operator's file. */
export const savePage = defineEndpoint({
  name: "savePage",
  summary: "Save the texts of a page",
  method: "PUT",
  path: "/api/v2/adm/pages/:slug",
  caller: "admin",
  params: defineObject({ slug: IdInput }),
  body: defineObject({ version: ReadVersion, texts: buildTypedTexts(pageTextLimit) }),
  // Room for the longest texts in every language, with three bytes for a character.
  max_body_bytes: 512 * 1024,
  response: { 200: defineObject({ page: EditedPage }) },
  errors: saveErrors,
  limits: limitCalls(60),
});
