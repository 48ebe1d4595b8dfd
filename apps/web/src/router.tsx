import { isServer } from "@tanstack/react-query";
import {
  createRouter,
  createSerializationAdapter,
  type RouterHistory,
} from "@tanstack/react-router";
import { readPageData, writePageData } from "#lib/cache/page-data.ts";
import { ApiError } from "#lib/http/api-error.ts";
import type { RouterContext } from "#lib/page/router-context.ts";
import { ErrorPage, NotFoundPage, PendingPage } from "#widgets/page/fallback-pages.tsx";
import { routeTree } from "./route-tree.gen.ts";

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  const { queryClient, nonce } = context;
  let hasNavigated = false;
  const router = createRouter({
    routeTree,
    context,
    ...(history && { history }),
    ...(nonce && { ssr: { nonce } }),
    // While the site starts, the reader may have scrolled already, or the browser after a reload. The server asks whether to
    // write the script that restores the position.
    scrollRestoration: () => isServer || hasNavigated || scrollY === 0,
    // The shell scrolls to the element that the hash names.
    defaultHashScrollIntoView: false,
    defaultViewTransition: { types: chooseTransition },
    defaultPreload: "intent",
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    // Parameters that no route validates are dropped, so they reach neither loaders nor links.
    search: { strict: true },
    parseSearch,
    stringifySearch,
    // The page contains the data of its loaders as JSON.
    dehydrate: () => ({ queries: writePageData(queryClient) }),
    hydrate: ({ queries }) => readPageData(queryClient, queries),
  });
  router.subscribe("onBeforeNavigate", ({ fromLocation, hrefChanged }) => {
    hasNavigated ||= fromLocation !== undefined && hrefChanged;
  });
  router.options.serializationAdapters = [apiErrors];
  return router;
}

interface LocationChange {
  fromLocation?: { pathname: string };
  toLocation: { pathname: string };
  pathChanged: boolean;
}

/**
 * Lets the letter of a question move between a card and its page, unless reduced motion is preferred. A form that turns
 * into the answer moves by itself.
 */
function chooseTransition({ fromLocation, toLocation, pathChanged }: LocationChange) {
  const isOfQuestion = `${fromLocation?.pathname} ${toLocation.pathname}`.includes("/q/");
  if (!pathChanged || !isOfQuestion || isAnswerForm()) return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && ["letter"];
}

/** Whether the page has an answer form that has been sent. */
const isAnswerForm = () => document.querySelector("form[data-answer-form][aria-busy=true]");

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Returns the query of an address without parameters that its routes don't validate: "?page=2" or "". */
export function filterKnownSearch(router: AppRouter, pathname: string, search: string): string {
  const [routes] = router.getMatchedRoutes(pathname);
  const parsed = parseSearch(search);
  const known: Record<string, unknown> = {};
  for (const { options } of routes) {
    const validate = options.validateSearch as ValidateSearch | undefined;
    Object.assign(known, validate?.(parsed));
  }
  return stringifySearch(known);
}

type ValidateSearch = (search: Record<string, unknown>) => Record<string, unknown>;

function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes search values as plain strings: `?tab=timeline&page=2`. */
function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
}

/** Serializes a loader's error for the browser, so that server and browser render the same error page. */
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
