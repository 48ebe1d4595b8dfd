import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Key, data, and when the data was loaded: milliseconds since 1970 by the server's clock. */
type LoadedQuery = [key: QueryKey, data: unknown, loadedAt: number];

/**
 * Returns the queries that the loaders of a rendered page have put into the cache, as JSON and without
 * failed ones.
 */
export function writePageData(client: QueryClient): string {
  const queries = client.getQueryCache().getAll();
  const loaded = queries.flatMap(({ queryKey, state }): LoadedQuery[] =>
    state.status === "success" ? [[queryKey, state.data, state.dataUpdatedAt]] : [],
  );
  return JSON.stringify(loaded);
}

/** Fills the browser's cache from the JSON of `writePageData`. */
export function readPageData(client: QueryClient, json: string): void {
  for (const [key, data, updatedAt] of JSON.parse(json) as LoadedQuery[]) {
    client.setQueryData(key, data, { updatedAt });
  }
}
