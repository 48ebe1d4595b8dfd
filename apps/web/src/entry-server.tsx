import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import {
  attachRouterServerSsrUtils,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { renderToString } from "react-dom/server";
import { ApiError } from "#lib/api-error.ts";
import { appLinkScript } from "#lib/app-link.ts";
import type { Assets } from "#lib/assets.ts";
import { loadCatalog } from "#lib/catalogs.ts";
import { connect } from "#lib/client.ts";
import { alternateLinks } from "#lib/head.ts";
import { localeOf } from "#lib/locale.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { isIos, type Site } from "#lib/router-context.ts";
import { themeScript } from "#lib/theme.ts";
import type { Transport } from "#lib/transport.ts";
import { createAppRouter } from "./router.tsx";

export interface PageRequest {
  /** Path and query. */
  url: string;
  /** The reader's best language, for a path that names none. */
  preferred_locale: Locale;
  /** Marks every script of ours; the caller allows it, or the hashes of what it marks. */
  nonce: string;
  csrf_token: string;
  /** Without a slash at the end. */
  public_url: string;
  transport: Transport;
  assets: Assets;
  site: Site;
  user_agent: string;
  /** What the page tells its reader once it is open. */
  notice: { text: string; type: string } | undefined;
}

export interface RenderedPage {
  status: number;
  html: string;
  redirect?: string;
  /** The path named no language, so the reader's own was taken. */
  varies_by_language: boolean;
  /** Why a place of error stands in it. */
  failure?: unknown;
}

await Promise.all(locales.map(loadCatalog));

/** Runs the matched routes' loaders and renders the whole document. Throws what it can't show. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const { url, nonce, csrf_token, public_url, site } = request;
  const named = localeOf(url);
  const locale = named ?? request.preferred_locale;
  const queryClient = createQueryClient();
  connect(queryClient, request.transport);
  const history = createMemoryHistory({ initialEntries: [url] });
  const is_ios = isIos(request.user_agent);
  const context = { queryClient, locale, nonce, csrf_token, public_url, site, is_ios };
  const router = createAppRouter(context, history);
  attachRouterServerSsrUtils({ router, manifest: undefined });
  try {
    await router.load();
    const varies_by_language = named === undefined;
    const result = router._serverResult;
    if (result?.type === "redirect") {
      const { status, headers } = result.redirect;
      return { status, html: "", redirect: headers.get("Location") ?? "/", varies_by_language };
    }
    await router.serverSsr?.dehydrate();
    const document = renderToString(<RouterProvider router={router} />);
    const html = await transformHtmlStringWithRouter(router, document);
    const failure = router.state.matches.find(({ status }) => status === "error")?.error;
    const status = statusOf(failure, getSsrStatus(router));
    return { status, html: withHead(html, router, request, status), varies_by_language, failure };
  } finally {
    router.serverSsr?.cleanup();
    queryClient.clear();
  }
}

/** A loader's failed call decides the page's status: what is not found there is not found here. */
function statusOf(failure: unknown, otherwise: number): number {
  return failure instanceof ApiError && failure.status > 0 ? failure.status : otherwise;
}

type AppRouter = ReturnType<typeof createAppRouter>;

/** Written into the string: crawlers' links and assets need neither rendering nor hydration. */
function withHead(html: string, router: AppRouter, request: PageRequest, status: number): string {
  const { nonce, public_url, assets, notice } = request;
  const { locale } = router.options.context;
  const { matches, location } = router.state;
  const routes = matches.map((match) => match.routeId);
  const links = status === 200 ? alternateLinks(public_url, locale, location.pathname) : "";
  const icon = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';
  const early = request.site.app_link_url === null ? themeScript : themeScript + appLinkScript;
  const theme = `<script nonce="${nonce}">${early}</script>`;
  const told = notice ? metaOf("toibako-notice", notice.text, notice.type) : "";
  const end = html.indexOf("</head>");
  const head = html.slice(0, end).replace(`content="${nonce}"`, `nonce="${nonce}"`);
  return head + theme + icon + assets.tags(routes, locale, nonce) + links + told + html.slice(end);
}

function metaOf(name: string, content: string, type: string): string {
  const safe = content.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<meta name="${name}" content="${safe}" data-type="${type}">`;
}
