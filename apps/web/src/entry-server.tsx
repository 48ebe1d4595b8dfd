import { type Locale, locales } from "@toibako/contract/locales.ts";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import {
  attachRouterServerSsrUtils,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { renderToString } from "react-dom/server";
import { ApiError } from "#lib/api-error.ts";
import type { Assets } from "#lib/assets.ts";
import { loadCatalog } from "#lib/catalogs.ts";
import { connect } from "#lib/client.ts";
import { alternateLinks } from "#lib/head.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { themeScript } from "#lib/theme.ts";
import type { Transport } from "#lib/transport.ts";
import { createAppRouter } from "./router.tsx";

export { createAssets } from "#lib/assets.ts";

export interface PageRequest {
  /** Path and query. */
  url: string;
  /** Of the path, or the reader's best when the path names none. */
  locale: Locale;
  /** Marks every script of ours; the caller allows it, or the marked scripts' hashes. */
  nonce: string;
  csrf_token: string;
  /** Without a slash at the end. */
  public_url: string;
  transport: Transport;
  assets: Assets;
}

export interface RenderedPage {
  status: number;
  html: string;
  redirect?: string;
}

await Promise.all(locales.map(loadCatalog));

/** Runs the matched routes' loaders and renders the whole document. Throws what it can't show. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const { url, locale, nonce, csrf_token, public_url } = request;
  const queryClient = createQueryClient();
  connect(queryClient, request.transport);
  const history = createMemoryHistory({ initialEntries: [url] });
  const router = createAppRouter({ queryClient, locale, nonce, csrf_token, public_url }, history);
  attachRouterServerSsrUtils({ router, manifest: undefined });
  try {
    await router.load();
    const result = router._serverResult;
    if (result?.type === "redirect") {
      const { status, headers } = result.redirect;
      return { status, html: "", redirect: headers.get("Location") ?? "/" };
    }
    await router.serverSsr?.dehydrate();
    const body = renderToString(<RouterProvider router={router} />);
    const html = await transformHtmlStringWithRouter(router, body);
    const status = statusOf(router);
    return { status, html: withHead(html, router, request, status) };
  } finally {
    router.serverSsr?.cleanup();
    queryClient.clear();
  }
}

type AppRouter = ReturnType<typeof createAppRouter>;

/** A loader's failed call decides the page's status: what is not found there is not found here. */
function statusOf(router: AppRouter): number {
  const failed = router.state.matches.find((match) => match.error instanceof ApiError);
  return (failed?.error as ApiError | undefined)?.status || getSsrStatus(router);
}

/** Written into the string: crawlers' links and assets need neither rendering nor hydration. */
function withHead(html: string, router: AppRouter, request: PageRequest, status: number): string {
  const { locale, nonce, public_url, assets } = request;
  const { matches, location } = router.state;
  const routes = matches.map((match) => match.routeId);
  const links = status === 200 ? alternateLinks(public_url, locale, location.pathname) : "";
  const head = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<script nonce="${nonce}">${themeScript}</script>`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    assets.tags(routes, locale, nonce),
    links,
  ].join("");
  const end = html.indexOf("</head>");
  return html.slice(0, end) + head + html.slice(end);
}
