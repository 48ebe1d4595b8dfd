import { readRedirectAddress } from "@toibako/contract/addresses.ts";

/** The page of a list in the query: a whole number above 1. The first page has no parameter. */
export function validatePageSearch(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isSafeInteger(page) && page > 1 ? { page } : {};
}

/**
 * The address to go to after login. For a refused `next` the property is set to undefined: if it
 * were missing, the router would keep the value of the address.
 */
export function validateNextSearch({ next }: { next?: unknown }): { next?: string | undefined } {
  return { next: readRedirectAddress(typeof next === "string" ? next : undefined) };
}
