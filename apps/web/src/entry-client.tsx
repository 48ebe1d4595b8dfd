import type { QueryClient } from "@tanstack/react-query";
import type { LocationRewrite } from "@tanstack/react-router";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { defaultLocale, getLanguageTag, type Locale, locales } from "@toibako/contract/locales.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { hideCompositionKeys } from "#lib/browser/composition.ts";
import { ignoreRepeatedPresses } from "#lib/browser/repeated-presses.ts";
import { createQueryClient } from "#lib/cache/query-client.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { connectBrowser } from "#lib/http/client.ts";
import { trackErrors } from "#lib/http/error-reports.ts";
import { pageSession } from "#lib/http/page-session.ts";
import { restoreSession } from "#lib/http/stale-tab.ts";
import { fetchTransport } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { readLocale } from "#lib/i18n/locale.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { captureInstallPrompt } from "#lib/offline/install.ts";
import { startServiceWorker } from "#lib/offline/register.ts";
import { nameMissingScripts, reloadOnce, watchLeaving } from "#lib/page/new-release.ts";
import { bareSite, isIos, type Site } from "#lib/page/router-context.ts";
import { type AppRouter, createAppRouter, filterKnownSearch } from "./router.tsx";
import "./styles.css";

nameMissingScripts();
watchLeaving();
hideCompositionKeys();
ignoreRepeatedPresses();
void startPage();

/**
 * Hydrates the page. This is a function and not top-level code, because a module with a top-level await would
 * make every chunk that imports it wait, and Safari handles top-level await wrongly.
 */
async function startPage(): Promise<void> {
  const locale = readPageLocale();
  const csrf_token = findMeta("csrf-token")?.content ?? "";
  Object.assign(pageSession, { csrf_token, user_id: findMeta("account")?.content });
  const queryClient = createQueryClient();
  let startedRouter: AppRouter | undefined;
  connectPage(queryClient, () => startedRouter?.state.matches.at(-1)?.routeId ?? "");
  try {
    await loadCatalog(locale);
  } catch (error) {
    // A page cached before the last release refers to files that no longer exist.
    await reloadOnce();
    throw error;
  }
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
  const router = createAppRouter({
    queryClient,
    locale,
    csrf_token,
    public_url: location.origin,
    site: readSite(),
    is_ios: isIos(navigator.userAgent),
    ...(nonce && { nonce }),
  });
  startedRouter = router;
  const renderedAddress = findMeta("toibako-address")?.content;
  if (renderedAddress === undefined) dropUnknownSearch(router);
  else rewriteToRenderedAddress(router, renderedAddress);
  // In a transition, React interrupts hydration for presses and painting, so that it doesn't block slow phones.
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />, {
      // The failure handlers have already reported failed calls (ApiError).
      onCaughtError(error) {
        if (!(error instanceof ApiError)) reportError(error);
      },
    });
  });
  captureInstallPrompt();
  // The service worker fetches files, so it starts after the page has loaded its own.
  if (import.meta.env.PROD) setTimeout(() => startServiceWorker(router, readPageLocale), 3_000);
}

/** Connects the queries to the server. `getRoute` names the shown route in reports of errors. */
function connectPage(queryClient: QueryClient, getRoute: () => string): void {
  const transport = fetchTransport({
    session: pageSession,
    locale: readPageLocale,
    onSessionError: restoreSession,
  });
  connectBrowser(queryClient, transport, trackErrors(transport, getRoute), () =>
    getTexts(readPageLocale()).t("common.offline_text"),
  );
}

/**
 * Removes the query parameters that no route knows from the address. The server rendered the page without
 * them, and hydration must start at the address of rendering.
 */
function dropUnknownSearch(router: AppRouter) {
  const { history } = router;
  const { pathname, search, hash } = history.location;
  if (search === "") return;
  const known = filterKnownSearch(router, pathname, search);
  if (known !== search) history.replace(pathname + known + hash);
}

/**
 * Hydrates a page that the server rendered for another address than the one in the address bar: the
 * not-found page, or the offline page. The rewrite gives the router the address of rendering and leaves
 * the address bar unchanged. It ends when the reader opens another path, so that the router looks up the
 * requested address if the reader returns to it.
 */
function rewriteToRenderedAddress(router: AppRouter, renderedAddress: string) {
  const { pathname, search } = location;
  const rewrite: LocationRewrite = {
    input: ({ url }) =>
      url.pathname === pathname ? new URL(renderedAddress + url.hash, url) : url,
    output: ({ url }) =>
      url.pathname === renderedAddress ? new URL(pathname + search + url.hash, url) : url,
  };
  router.update({ ...router.options, rewrite });
  const unsubscribe = router.subscribe("onResolved", ({ pathChanged }) => {
    if (!pathChanged) return;
    unsubscribe();
    router.update({ ...router.options, rewrite: {} });
  });
}

/** Reads the site's settings from the page. The page omits them if all have their default values. */
function readSite(): Site {
  const content = findMeta("toibako-site")?.content;
  return content ? (JSON.parse(content) as Site) : bareSite;
}

function findMeta(name: string) {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
}

/** Returns the locale of the path; for a path without one, the locale in which the page was rendered. */
function readPageLocale(): Locale {
  const tag = document.documentElement.lang;
  const renderedLocale = locales.find((locale) => getLanguageTag(locale) === tag);
  return readLocale(location.pathname) ?? renderedLocale ?? defaultLocale;
}
