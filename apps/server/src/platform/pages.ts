import { randomBytes } from "node:crypto";
import { defaultLocale, isLocale } from "@toibako/contract/locales.ts";
import type { PageRequest, RenderedPage } from "@toibako/web/src/entry-server.tsx";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bestLocale } from "./best-locale.ts";
import { failurePage } from "./failure-page.ts";
import { developmentSource } from "./pages-development.ts";
import { productionSource } from "./pages-production.ts";
import { hashPolicy, noncePolicy } from "./pages-policy.ts";

export interface PagesOptions {
  dev: boolean;
  /** The site's address without a slash at its end. */
  public_url: string;
  /** How loaders call endpoints in process, in the name of this request's sender. */
  transport: (request: FastifyRequest) => PageRequest["transport"];
  csrf_token: (request: FastifyRequest) => string;
  has_session: (request: FastifyRequest) => boolean;
}

/** Where the renderer comes from: Vite while developing, the build otherwise. */
export interface PageSource {
  load(): Promise<{
    render: (request: PageRequest) => Promise<RenderedPage>;
    assets: PageRequest["assets"];
  }>;
}

/** A finished answer that a cache may keep: nothing in it was taken from the reply. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
}

export type RenderPage = (request: FastifyRequest) => Promise<Page>;

/** Serves every page under `/{locale}`, and the assets that they name. */
export async function mountPages(
  app: FastifyInstance,
  options: PagesOptions,
  around: (render: RenderPage) => RenderPage = (render) => render,
): Promise<void> {
  const source = options.dev ? await developmentSource(app) : await productionSource(app);
  const renderPage = around((request) => renderFor(request, options, source));

  app.get("/", { schema: { hide: true } }, (request, reply) => {
    reply.header("Vary", "Accept-Language").header("Cache-Control", "private, no-store");
    return reply.redirect(`/${bestLocale(request.headers["accept-language"])}`, 302);
  });

  app.get("/*", { schema: { hide: true } }, async (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    try {
      return write(reply, await renderPage(request));
    } catch (error) {
      request.log.error({ err: error }, "a page could not be rendered");
      return write(reply, failurePage(request.headers["accept-language"]));
    }
  });
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  const accepted = headers.accept ?? "*/*";
  return !url.startsWith("/api/") && /text\/html|\*\/\*/.test(accepted);
}

function write(reply: FastifyReply, { status, headers, html }: Page) {
  return reply.status(status).headers(headers).type("text/html; charset=utf-8").send(html);
}

async function renderFor(
  request: FastifyRequest,
  options: PagesOptions,
  source: PageSource,
): Promise<Page> {
  const { render, assets } = await source.load();
  const segment = /^\/([^/?]*)/.exec(request.url)?.[1];
  const nonce = randomBytes(16).toString("base64url");
  const rendered = await render({
    url: request.url,
    locale: isLocale(segment) ? segment : bestLocale(request.headers["accept-language"]),
    nonce,
    csrf_token: options.csrf_token(request),
    public_url: options.public_url,
    transport: options.transport(request),
    assets,
  });
  return finish(rendered, nonce, options, options.has_session(request));
}

function finish(
  { status, html, redirect }: RenderedPage,
  nonce: string,
  { dev, public_url }: PagesOptions,
  personal: boolean,
): Page {
  if (redirect !== undefined) {
    const Location = redirect.startsWith(public_url) ? redirect.slice(public_url.length) : redirect;
    return { status, headers: { Location, "Cache-Control": "private, no-store" }, html };
  }
  if (personal || dev) {
    const headers = { ...noncePolicy(nonce, dev), "Cache-Control": "private, no-store" };
    return { status, headers, html };
  }
  const shared = hashPolicy(html, nonce);
  return { status, headers: { ...shared.headers, ...cacheable(status) }, html: shared.html };
}

/** A page without a person in it; a shared cache may show it for a minute, longer while we are out. */
function cacheable(status: number): Record<string, string> {
  const Vary = "Cookie, Accept-Encoding";
  if (status >= 500) return { "Cache-Control": "no-store" };
  return {
    Vary,
    "Cache-Control":
      "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=3600",
  };
}
