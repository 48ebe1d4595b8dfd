// This module replaces @tanstack/react-query in the server's bundle (../server-modules.ts).
import * as original from "@tanstack/react-query";

// biome-ignore lint/performance/noReExportAll: the module replaces the whole library
export * from "@tanstack/react-query";

type Options = original.UseQueryOptions;

const ignore = () => {};

/** The state of a query with fresh data, which doesn't change while a page is rendered. */
const freshQueryState = {
  status: "success",
  fetchStatus: "idle",
  error: null,
  isSuccess: true,
  isPending: false,
  isLoading: false,
  isInitialLoading: false,
  isLoadingError: false,
  isError: false,
  isFetched: true,
  isFetchedAfterMount: false,
  isFetching: false,
  isPaused: false,
  isPlaceholderData: false,
  isRefetchError: false,
  isRefetching: false,
  isStale: false,
  errorUpdatedAt: 0,
  errorUpdateCount: 0,
  failureCount: 0,
  failureReason: null,
  refetch: ignore,
};

/**
 * Reads the data of a query from the cache, without an observer: a page has dozens of queries, and none of
 * them changes while the page is rendered. Returns undefined if the data is missing, stale or invalidated,
 * or if a function decides whether it is stale.
 */
function readFresh(client: original.QueryClient, options: Options) {
  const { queryHash, staleTime, select } = client.defaultQueryOptions(options);
  const query = client.getQueryCache().get(queryHash);
  if (query?.state.status !== "success" || query.state.isInvalidated) return undefined;
  if (typeof staleTime === "function" || query.isStaleByTime(staleTime)) return undefined;
  const { data, dataUpdatedAt } = query.state;
  return { ...freshQueryState, data: select ? select(data) : data, dataUpdatedAt };
}

// Each page is rendered once, so these hooks may call other hooks conditionally.

export function useQuery(options: Options, givenClient?: original.QueryClient): unknown {
  const client = original.useQueryClient(givenClient);
  // biome-ignore lint/correctness/useHookAtTopLevel: nothing is rendered twice, see above
  return readFresh(client, options) ?? original.useQuery(options, givenClient);
}

export function useSuspenseQuery(options: Options, givenClient?: original.QueryClient): unknown {
  const client = original.useQueryClient(givenClient);
  return (
    readFresh(client, options) ??
    // biome-ignore lint/correctness/useHookAtTopLevel: nothing is rendered twice, see above
    original.useSuspenseQuery(options as original.UseSuspenseQueryOptions, givenClient)
  );
}

/** No mutation starts while a page is rendered. */
const idleMutation = {
  status: "idle",
  data: undefined,
  error: null,
  variables: undefined,
  context: undefined,
  isIdle: true,
  isPending: false,
  isSuccess: false,
  isError: false,
  isPaused: false,
  failureCount: 0,
  failureReason: null,
  submittedAt: 0,
  mutate: ignore,
  mutateAsync: async () => {},
  reset: ignore,
};

export const useMutation = () => idleMutation;
