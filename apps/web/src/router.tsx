import type { Locale } from "@toibako/contract/locales.ts";
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import {
  createRouter,
  createSerializationAdapter,
  type RouterHistory,
} from "@tanstack/react-router";
import { ApiError, type ApiErrorContent } from "#lib/api-error.ts";
import { ErrorPlace } from "#routes/-error-place.tsx";
import { NotFoundPlace } from "#routes/-not-found-place.tsx";
import { PendingPlace } from "#routes/-pending-place.tsx";
import { routeTree } from "./route-tree.gen.ts";

/** What every route's `beforeLoad`, `loader` and `head` can rely on. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Of the page that was asked for; a path's own language comes from its parameter. */
  locale: Locale;
  csrf_token: string;
  /** The site's address without a slash at its end. */
  public_url: string;
  nonce?: string;
}

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  const { queryClient } = context;
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    ...(context.nonce && { ssr: { nonce: context.nonce } }),
    scrollRestoration: true,
    defaultPreload: "intent",
    // Queries know themselves how fresh they are.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPlace,
    defaultErrorComponent: ErrorPlace,
    defaultNotFoundComponent: NotFoundPlace,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    serializationAdapters: [apiErrors],
    // The page carries the queries that its loaders filled; nothing arrives later.
    dehydrate: () => ({ queries: dehydrate(queryClient) as unknown as {} }),
    hydrate: ({ queries }) => hydrate(queryClient, queries as unknown as DehydratedState),
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
}

/** Search values are plain strings in the address: `?tab=timeline&page=2`, no JSON. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Lets a loader's failure reach the browser whole, so that both sides show the same place. */
const apiErrors = createSerializationAdapter({
  key: "api_error",
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, code, messages, details }) => ({ status, code, messages, details }),
  fromSerializable: ({ status, ...content }) => new ApiError(status, content as ApiErrorContent),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
