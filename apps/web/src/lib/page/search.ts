import { readRedirectAddress } from "@toibako/contract/addresses.ts";

/** Maximum number of pages that one address shows; a longer list continues at the address of its next page. */
export const pagesAtOnce = 10;

/** The part of a list that an address shows: one page, or all pages from `from` to `page`. */
export interface PageSearch {
  page?: number;
  from?: number;
}

/**
 * Drops values other than whole numbers, a `page` below 2 (the first page has no parameter) and a `from`
 * that isn't below `page`. Raises `from` so that at most `pagesAtOnce` pages are shown.
 */
export function validatePageSearch(search: Record<string, unknown>): PageSearch {
  const page = Number(search.page);
  const from = Number(search.from);
  if (!Number.isSafeInteger(page) || page <= 1) return {};
  if (!Number.isSafeInteger(from) || from < 1 || from >= page) return { page };
  return { page, from: Math.max(from, page - pagesAtOnce + 1) };
}

/** Returns the numbers of the pages that an address shows. */
export function getPageNumbers({ page = 1, from = page }: PageSearch): number[] {
  return Array.from({ length: page - from + 1 }, (_, index) => from + index);
}

/** An id that the server may have made; see `IdInput` of the contract. */
const idPattern = /^[\w-]{1,64}$/;

/** Keeps what names an answer; see `getItemSearch`. */
export function validateItemSearch({ type, answer_id }: Record<string, unknown>): ItemSearch {
  return {
    ...(type === "choose" && { type }),
    ...(typeof answer_id === "string" && idPattern.test(answer_id) && { answer_id }),
  };
}

/** Maximum length of the text in a search field, in UTF-16 code units. */
export const maxQueryLength = 100;

/** Returns the text of a search field without surrounding spaces, cut to `maxQueryLength`. */
export function validateQuerySearch({ query }: Record<string, unknown>): { query?: string } {
  const text = typeof query === "string" ? query.trim().slice(0, maxQueryLength) : "";
  return text ? { query: text } : {};
}

/** Keeps the parameters with these names, unless they are empty. */
export function validateTextSearch<N extends string>(
  search: Record<string, unknown>,
  names: readonly N[],
): { [Name in N]?: string | undefined } {
  const texts: { [Name in N]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" && value !== "") texts[name] = value;
  }
  return texts;
}

/** Reads the parameter `sent` of the list of sent questions: the id of the question that was just sent. */
export function validateSentSearch({ sent }: Record<string, unknown>): { sent?: string } {
  return typeof sent === "string" && /^[\w-]{22}$/.test(sent) ? { sent } : {};
}

/**
 * Returns the address to go to after login. A refused `next` is set to undefined, because the router
 * would keep the value of a property that is missing.
 */
export function validateNextSearch({ next }: { next?: unknown }): { next?: string | undefined } {
  return { next: readRedirectAddress(typeof next === "string" ? next : undefined) };
}

/**
 * Adds the hash of this page to the address to go to after login. `next` has none, because a server doesn't
 * know it: the browser keeps the hash of the requested address when it is redirected to the login page.
 */
export function addOwnHash(next: string | undefined): string | undefined {
  return next?.includes("#") ? next : next && next + window.location.hash;
}

/** Returns the address to go to after login, and whether to add the account to those of the browser. */
export function validateSignInSearch({ next, mal }: { next?: unknown; mal?: unknown }): {
  next?: string | undefined;
  mal?: "1";
} {
  return { ...validateNextSearch({ next }), ...(String(mal) === "1" && { mal: "1" }) };
}

/** With `all_languages`, a list also contains questions in other languages than that of the page. */
export interface LanguageSearch {
  all_languages?: "true";
}

export function validateLanguageSearch(search: Record<string, unknown>): LanguageSearch {
  return search.all_languages === "true" ? { all_languages: "true" } : {};
}

/** The query parameters of an address of `/q`. */
export interface ItemSearch {
  /** Set in links to a question with options. */
  type?: "choose";
  /** The answer to show, for a question of a community. */
  answer_id?: string;
}

interface LinkedItem {
  type?: string;
  answer_id: string;
  associated_community: object | null;
}

/** Returns the query of the address of a question with its answer. */
export function getItemSearch({ type, answer_id, associated_community }: LinkedItem): ItemSearch {
  return {
    ...(type === "choose" && { type }),
    ...(associated_community && { answer_id }),
  };
}
