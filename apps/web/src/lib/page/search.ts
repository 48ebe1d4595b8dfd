import { readRedirectAddress } from "@toibako/contract/addresses.ts";

/** Pages that an address shows at once; a longer list goes on at the address of its next page. */
export const pagesAtOnce = 10;

/** What an address shows of a list: one page, or all pages from `from` to `page`. */
export interface PageSearch {
  page?: number;
  from?: number;
}

/**
 * Whole numbers only: `page` above 1, and `from` below `page`, raised so that at most `pagesAtOnce`
 * pages are shown. The first page has no parameter.
 */
export function validatePageSearch(search: Record<string, unknown>): PageSearch {
  const page = Number(search.page);
  const from = Number(search.from);
  if (!Number.isSafeInteger(page) || page <= 1) return {};
  if (!Number.isSafeInteger(from) || from < 1 || from >= page) return { page };
  return { page, from: Math.max(from, page - pagesAtOnce + 1) };
}

/** The numbers of the pages that an address shows. */
export function getPageNumbers({ page = 1, from = page }: PageSearch): number[] {
  return Array.from({ length: page - from + 1 }, (_, index) => from + index);
}

/** The most characters of a search field, in UTF-16 code units. */
export const maxQueryLength = 100;

/** What a search field searches for. */
export function validateQuerySearch({ query }: Record<string, unknown>): { query?: string } {
  const text = typeof query === "string" ? query.trim().slice(0, maxQueryLength) : "";
  return text ? { query: text } : {};
}

/** The question that was just sent, in the query of the list of sent questions. */
export function validateSentSearch({ sent }: Record<string, unknown>): { sent?: string } {
  return typeof sent === "string" && /^[\w-]{22}$/.test(sent) ? { sent } : {};
}

/**
 * The address to go to after login. For a refused `next` the property is set to undefined: if it
 * were missing, the router would keep the value of the address.
 */
export function validateNextSearch({ next }: { next?: unknown }): { next?: string | undefined } {
  return { next: readRedirectAddress(typeof next === "string" ? next : undefined) };
}

/** Where to go after login, and whether the account is added to those of the browser. */
export function validateSignInSearch({ next, mal }: { next?: unknown; mal?: unknown }): {
  next?: string | undefined;
  mal?: "1";
} {
  return { ...validateNextSearch({ next }), ...(String(mal) === "1" && { mal: "1" }) };
}

/** Whether a list of questions also has those in other languages; by default those of the page's language. */
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
  /** Which of the answers to a question of a community is shown. */
  answer_id?: string;
}

interface LinkedItem {
  type?: string;
  answer_id: string;
  associated_community: object | null;
}

/** The query of the address of a question with its answer. */
export function getItemSearch({ type, answer_id, associated_community }: LinkedItem): ItemSearch {
  return {
    ...(type === "choose" && { type }),
    ...(associated_community && { answer_id }),
  };
}
