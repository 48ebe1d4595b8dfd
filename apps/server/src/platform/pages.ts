import { randomBytes } from "node:crypto";
import type { PageRequest, RenderedPage } from "@toibako/web/src/entry-server.tsx";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { localeOf, preferredLocale } from "./locale.ts";
import { noticeOf } from "./page-notice.ts";
import { developmentSource } from "./pages-development.ts";
import { encode } from "./pages-encoding.ts";
import { failurePage } from "./pages-failure.ts";
import { hashPolicy, noncePolicy } from "./pages-policy.ts";
import { productionSource } from "./pages-production.ts";

export interface PagesOptions {
  dev: boolean;
  /** The site's address without a slash at its end. */
  public_url: string;
  /** How loaders call endpoints in process, in the name of this request's sender. */
  transport: (request: FastifyRequest) => PageRequest["transport"];
  csrf_token: (request: FastifyRequest) => string;
  has_session: (request: FastifyRequest) => boolean;
  /** What of the configuration a page shows. */
  site: PageRequest["site"];
  /** Other sites where forms may lead. */
  form_hosts: readonly string[];
  /** Stands between rendering and answering, e.g. a cache of pages without a person in them. */
  around?: (render: RenderPage) => RenderPage;
}

/** A finished answer that a cache may keep: nothing in it was taken from the reply. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
}

export type RenderPage = (request: FastifyRequest) => Promise<Page>;

/** Where the renderer comes from: Vite while developing, the build otherwise. */
export interface PageSource {
  assets: PageRequest["assets"];
  load(): Promise<Renderer["render"]>;
}

/** What the web application's `entry-server` exports. */
export interface Renderer {
  render: (request: PageRequest) => Promise<RenderedPage>;
}

/** Serves every page under `/{locale}`, and the assets that they name. */
export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const source = options.dev ? await developmentSource(app) : await productionSource(app);
  const { around = (render: RenderPage) => render } = options;
  const renderPage = around((request) => renderFor(request, options, source));

  app.get("/", async (request, reply) => {
    const locale = preferredLocale(request.headers["accept-language"]);
    reply.header("Vary", "Accept-Language").header("Cache-Control", "private, no-store");
    return reply.redirect(`/${locale}`, 302);
  });

  app.get("/*", async (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    const page = await renderPage(request).catch((error: unknown) => {
      request.log.error({ err: error }, "a page could not be rendered");
      return failurePage(request.headers["accept-language"]);
    });
    const { body, encoding } = await encode(page, request.headers["accept-encoding"]);
    if (encoding) reply.header("Content-Encoding", encoding);
    return reply
      .status(page.status)
      .headers(page.headers)
      .type("text/html; charset=utf-8")
      .send(body);
  });
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith("/api/") && /text\/html|\*\/\*/.test(headers.accept ?? "*/*");
}

async function renderFor(
  request: FastifyRequest,
  options: PagesOptions,
  source: PageSource,
): Promise<Page> {
  const render = await source.load();
  const nonce = randomBytes(16).toString("base64url");
  const rendered = await render({
    url: request.url,
    preferred_locale: preferredLocale(request.headers["accept-language"]),
    nonce,
    csrf_token: options.csrf_token(request),
    public_url: options.public_url,
    transport: options.transport(request),
    site: options.site,
    user_agent: request.headers["user-agent"] ?? "",
    notice: noticeOf(request.url, localeOf(request)),
    assets: source.assets,
  });
  if (rendered.status >= 500) request.log.error({ err: rendered.failure }, "a page shows an error");
  return finish(rendered, nonce, options.has_session(request), options);
}

function finish(
  rendered: RenderedPage,
  nonce: string,
  personal: boolean,
  { dev, form_hosts }: PagesOptions,
): Page {
  const { status, html, redirect, varies_by_language } = rendered;
  const own = { "Cache-Control": "private, no-store" };
  if (redirect !== undefined) return { status, headers: { ...own, Location: redirect }, html };
  if (personal || dev)
    return { status, headers: { ...own, ...noncePolicy(nonce, dev, form_hosts) }, html };

  const shared = hashPolicy(html, nonce, form_hosts);
  const lasts = status === 200 || status === 404;
  const caching = lasts ? cacheable(varies_by_language) : { "Cache-Control": "no-store" };
  return { status, headers: { ...caching, ...shared.headers }, html: shared.html };
}

/** No person is in it: a shared cache may show it for a minute, and longer while we are out. */
function cacheable(varies_by_language: boolean): Record<string, string> {
  return {
    "Cache-Control":
      "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=3600",
    Vary: `Cookie, Accept-Encoding${varies_by_language ? ", Accept-Language" : ""}`,
  };
}
