import {
  createMemoryHistory,
  RouterProvider,
  type StaticDataRouteOption,
} from "@tanstack/react-router";
import {
  createRequestHandler,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { defaultTimeZones } from "@toibako/contract/dates.ts";
import { defaultLocale, type Locale, locales } from "@toibako/contract/locales.ts";
import { renderToString } from "react-dom/server";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import { appLinkScript } from "#lib/browser/app-link.ts";
import { earlyInputScript, scriptFailureScript } from "#lib/browser/early-input.ts";
import { themeScript } from "#lib/browser/theme.ts";
import { createQueryClient } from "#lib/cache/query-client.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { connect } from "#lib/http/client.ts";
import type { Transport } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { readLocale } from "#lib/i18n/locale.ts";
import { createZoneScript } from "#lib/i18n/time-zone.ts";
import { getOfflineAddress } from "#lib/offline/kept-pages.ts";
import type { Assets } from "#lib/page/assets.ts";
import { bareSite, isIos, type Site } from "#lib/page/router-context.ts";
import { getUnknownAddress } from "#lib/page/unknown-address.ts";
import { renderCrawlerTags } from "./crawler-tags.ts";
import { type AppRouter, createAppRouter, filterKnownSearch } from "./router.tsx";

export interface PageRequest {
  /** Path and query, as `getKnownAddress` returns them. */
  url: string;
  /** The reader's preferred locale, for a path without one. */
  preferred_locale: Locale;
  /** Set on every script; the caller allows it, or the hashes of the scripts, in the CSP. */
  nonce: string;
  csrf_token: string;
  /** Without a trailing slash. */
  public_url: string;
  transport: Transport;
  assets: Assets;
  site: Site;
  user_agent: string;
  /** Shown as a toast once the page is hydrated. */
  message: { text: string; type: string } | undefined;
}

export interface RenderedPage {
  status: number;
  html: string;
  redirect?: string;
  /** Set if no page exists at the requested address: the address of the page to render instead. */
  replacement_address?: string;
  /** Whether the path has no locale, so that the page is in the reader's preferred one. */
  varies_by_language: boolean;
  /** The loader's error that the page shows. */
  failure?: unknown;
}

export { hasCardForm } from "#lib/page/card-form.ts";

await Promise.all(locales.map(loadCatalog));

/** Finds the routes of addresses. It renders nothing: each page is rendered by its own router. */
const matchingRouter = createAppRouter(
  {
    queryClient: createQueryClient(),
    locale: defaultLocale,
    nonce: "",
    csrf_token: "",
    public_url: "",
    site: bareSite,
    is_ios: false,
  },
  createMemoryHistory(),
);

/**
 * Returns the address for which a page is rendered: without the query parameters that no route of its
 * path validates, or, if no route matches the path, the address of the not-found page. Thus a page contains
 * only texts of its URL that a route has validated.
 */
export function getKnownAddress(url: string): string {
  const [address = ""] = url.split("#", 1);
  const [pathname = "", ...query] = address.split("?");
  const locale = readLocale(pathname);
  // The router's name for the part of a path that no route matches is "**".
  const { "**": unmatchedPart } = matchingRouter.getMatchedRoutes(pathname)[1];
  if (locale && unmatchedPart) return getUnknownAddress(locale);
  if (query.length === 0) return pathname;
  return pathname + filterKnownSearch(matchingRouter, pathname, query.join("?"));
}

/** Whether the page at an address is the same for everybody without a session. */
export function isSameForVisitors(address: string): boolean {
  return findStaticData(address).isSameForVisitors ?? false;
}

/** Whether an address contains a secret, so that its page must not be cached. */
export function hasSecretAddress(address: string): boolean {
  return findStaticData(address).hasSecretAddress ?? false;
}

function findStaticData(address: string): StaticDataRouteOption {
  const [pathname = ""] = address.split("?");
  const [routes] = matchingRouter.getMatchedRoutes(pathname);
  return routes.at(-1)?.options.staticData ?? {};
}

/** Runs the matched routes' loaders and renders the whole document; throws if that fails. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const { url, nonce, csrf_token, public_url, site } = request;
  const pathLocale = readLocale(url);
  const locale = pathLocale ?? request.preferred_locale;
  const queryClient = createQueryClient();
  connect(queryClient, request.transport);
  const is_ios = isIos(request.user_agent);
  const context = { queryClient, locale, nonce, csrf_token, public_url, site, is_ios };
  const handleRequest = createRequestHandler({
    request: new Request(public_url + url),
    createRouter: () => createAppRouter(context, createMemoryHistory()),
  });
  let page: Omit<RenderedPage, "varies_by_language"> | undefined;
  try {
    const response = await handleRequest(async ({ router }) => {
      page = await renderPage(router, request);
      return new Response();
    });
    const { status, headers } = response;
    page ??= { status, html: "", redirect: headers.get("Location") ?? "/" };
    return { ...page, varies_by_language: pathLocale === undefined };
  } finally {
    queryClient.clear();
  }
}

async function renderPage(
  router: AppRouter,
  request: PageRequest,
): Promise<Omit<RenderedPage, "varies_by_language">> {
  const { url } = request;
  const { locale, queryClient } = router.options.context;
  const failure = router.state.matches.find(({ status }) => status === "error")?.error;
  const status = getStatus(failure, getSsrStatus(router));
  const unknown = getUnknownAddress(locale);
  if (status === 404 && url !== unknown && !hasSecretAddress(url))
    return { status, html: "", replacement_address: unknown };
  const account = readUser(queryClient.getQueryData(currentUserQuery().queryKey) ?? {});
  if (account) removeMetaForCrawlers(router);
  const document = renderToString(<RouterProvider router={router} />);
  const html = await transformHtmlStringWithRouter(router, document);
  return {
    status,
    html: insertHeadTags(html, router, request, status, account !== undefined),
    failure,
  };
}

/** Returns the status of the page: the status of a loader's failed call, or else the router's status. */
function getStatus(failure: unknown, routerStatus: number): number {
  return failure instanceof ApiError && failure.status > 0 ? failure.status : routerStatus;
}

/** Removes what only search engines and social networks read: they request pages without a session. */
function removeMetaForCrawlers(router: AppRouter): void {
  for (const match of router.state.matches) {
    const { meta = [] } = match;
    match.meta = meta.filter((tag) => !isMetaForCrawlers(tag?.property ?? tag?.name ?? ""));
  }
}

function isMetaForCrawlers(name: string): boolean {
  return name === "description" || name.startsWith("og:") || name.startsWith("twitter:");
}

/** Inserts into the head the tags that need no hydration: scripts, styles and links for crawlers. */
function insertHeadTags(
  html: string,
  router: AppRouter,
  request: PageRequest,
  status: number,
  isForAccount: boolean,
): string {
  const { nonce, assets, message } = request;
  const { locale } = router.options.context;
  const { matches, location } = router.state;
  const routes = matches.map((match) => match.routeId);
  // Pages of accounts need their scripts at once: for answering, settings and live counts.
  const scriptTime = isForAccount ? "now" : "later";
  const { starter, files } = assets.renderTags(routes, locale, nonce, scriptTime);
  const crawlerTags = status === 200 ? renderCrawlerTags(router, isForAccount) : "";
  const appLink = request.site.app_link_url === null ? "" : appLinkScript;
  // Pages of an account have the account's time zone.
  const zone = isForAccount ? "" : createZoneScript(defaultTimeZones[locale]);
  const earlyScripts = `<script nonce="${nonce}">${earlyInputScript}${scriptFailureScript}${themeScript}${zone}${appLink}</script>`;
  const messageMeta = message ? renderMeta("toibako-message", message.text, message.type) : "";
  // These pages are rendered at one address and shown at others: the not-found page at every unknown address, the
  // offline page at every address that can't be loaded.
  const isShownElsewhere = status === 404 || location.pathname === getOfflineAddress(locale);
  const addressMeta = isShownElsewhere
    ? `<meta name="toibako-address" content="${location.href}">`
    : "";
  const end = html.indexOf("</head>");
  // Browsers hide an attribute `nonce` from style sheets, but not the `content` that the router writes.
  const head = html.slice(0, end).replace(`content="${nonce}"`, `nonce="${nonce}"`);
  return (
    head +
    starter +
    earlyScripts +
    renderIconLinks(locale) +
    files +
    crawlerTags +
    messageMeta +
    addressMeta +
    html.slice(end)
  );
}

function renderIconLinks(locale: Locale): string {
  return [
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="/manifest/${locale}.webmanifest">`,
  ].join("");
}

function renderMeta(name: string, content: string, type: string): string {
  const escaped = content
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  return `<meta name="${name}" content="${escaped}" data-type="${type}">`;
}
