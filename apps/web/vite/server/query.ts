// This module replaces @tanstack/react-query in the server's bundle (../server-modules.ts).
import * as original from "@tanstack/react-query";

// biome-ignore lint/performance/noReExportAll: the module replaces the whole library
export * from "@tanstack/react-query";

type Options = original.UseQueryOptions;

const ignore = () => {};

/** The fields that are the same for each query that nothing has failed to load yet. */
const quietQueryState = {
  error: null,
  isError: false,
  isFetchedAfterMount: false,
  isLoadingError: false,
  isPaused: false,
  isPlaceholderData: false,
  isRefetchError: false,
  isRefetching: false,
  errorUpdatedAt: 0,
  errorUpdateCount: 0,
  failureCount: 0,
  failureReason: null,
  refetch: ignore,
};

/** The state of a query with fresh data, which doesn't change while a page is rendered. */
const freshQueryState = {
  ...quietQueryState,
  status: "success",
  fetchStatus: "idle",
  isSuccess: true,
  isPending: false,
  isLoading: false,
  isInitialLoading: false,
  isFetched: true,
  isFetching: false,
  isStale: false,
};

/** The state of a query that only the browser loads, after hydration. */
const pendingQueryState = {
  ...quietQueryState,
  status: "pending",
  fetchStatus: "fetching",
  data: undefined,
  dataUpdatedAt: 0,
  isSuccess: false,
  isPending: true,
  isLoading: true,
  isInitialLoading: true,
  isFetched: false,
  isFetching: true,
  isStale: true,
};

/** The state of a query that is disabled and has no data. */
const disabledQueryState = {
  ...pendingQueryState,
  fetchStatus: "idle",
  isLoading: false,
  isInitialLoading: false,
  isFetching: false,
  isStale: false,
};

/**
 * Reads the state of a query from the cache, without an observer: a page has dozens of queries, and none of
 * them changes while the page is rendered. Returns undefined for the states that only the library's observer
 * knows: stale or invalidated data, errors, data of options, and options that are functions.
 */
function readState(client: original.QueryClient, options: Options) {
  const { queryHash, staleTime, select, enabled, initialData, placeholderData } =
    client.defaultQueryOptions(options);
  const query = client.getQueryCache().get(queryHash);
  if (query?.state.status === "success") {
    if (query.state.isInvalidated || typeof staleTime === "function") return undefined;
    if (query.isStaleByTime(staleTime)) return undefined;
    const { data, dataUpdatedAt } = query.state;
    return { ...freshQueryState, data: select ? select(data) : data, dataUpdatedAt };
  }
  if (query || initialData !== undefined || placeholderData !== undefined) return undefined;
  if (enabled === undefined || enabled === true) return pendingQueryState;
  return enabled === false ? disabledQueryState : undefined;
}

// Each page is rendered once, so these hooks may call other hooks conditionally.

export function useQuery(options: Options, givenClient?: original.QueryClient): unknown {
  const client = original.useQueryClient(givenClient);
  // biome-ignore lint/correctness/useHookAtTopLevel: nothing is rendered twice, see above
  return readState(client, options) ?? original.useQuery(options, givenClient);
}

interface ListOptions {
  queries: readonly Options[];
  combine?: (states: unknown[]) => unknown;
}

export function useQueries(options: ListOptions, givenClient?: original.QueryClient): unknown {
  const client = original.useQueryClient(givenClient);
  const states = options.queries.map((query) => readState(client, query));
  // biome-ignore lint/correctness/useHookAtTopLevel: nothing is rendered twice, see above
  if (states.includes(undefined)) return original.useQueries(options, givenClient);
  return options.combine ? options.combine(states) : states;
}

export function useSuspenseQuery(options: Options, givenClient?: original.QueryClient): unknown {
  const client = original.useQueryClient(givenClient);
  const state = readState(client, options);
  if (state?.isSuccess) return state;
  // biome-ignore lint/correctness/useHookAtTopLevel: nothing is rendered twice, see above
  return original.useSuspenseQuery(options as original.UseSuspenseQueryOptions, givenClient);
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
