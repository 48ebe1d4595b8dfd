import { type DehydratedState, dehydrate, hydrate } from "@tanstack/react-query";
import {
  createRouter,
  createSerializationAdapter,
  type RouterHistory,
} from "@tanstack/react-router";
import { ApiError } from "#lib/api-error.ts";
import type { RouterContext } from "#lib/router-context.ts";
import { ErrorPlace } from "#routes/-error-place.tsx";
import { NotFoundPlace } from "#routes/-not-found-place.tsx";
import { PendingPlace } from "#routes/-pending-place.tsx";
import { routeTree } from "./route-tree.gen.ts";

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  const { queryClient, nonce } = context;
  const router = createRouter({
    routeTree,
    context,
    ...(history && { history }),
    ...(nonce && { ssr: { nonce } }),
    scrollRestoration: true,
    defaultPreload: "intent",
    // Queries know themselves how fresh they are.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPlace,
    defaultErrorComponent: ErrorPlace,
    defaultNotFoundComponent: NotFoundPlace,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    // The page carries what its loaders filled, as the JSON that it was on the wire.
    dehydrate: () => ({ queries: JSON.stringify(dehydrate(queryClient)) }),
    hydrate: ({ queries }) => hydrate(queryClient, JSON.parse(queries) as DehydratedState),
  });
  router.options.serializationAdapters = [apiErrors];
  return router;
}

/** Search values are plain strings in the address: `?tab=timeline&page=2`. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Brings a loader's failure whole into the browser, so that both sides show the same place. */
const apiErrors = createSerializationAdapter({
  key: "api_error",
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, code, messages, details }) => ({ status, code, messages, details }),
  fromSerializable: ({ status, ...content }) => new ApiError(status, content),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
