import { randomBytes, randomInt } from "node:crypto";
import { visitorHintCookie } from "@toibako/contract/accounts.ts";
import { isHandle } from "@toibako/contract/handles.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import type { PageRequest, RenderedPage } from "@toibako/web/src/entry-server.tsx";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRetryAfterHeader, sendError, toFailure } from "#platform/http/error-reply.ts";
import { choosePageLocale, chooseViewerLocale, readPathLocale } from "#platform/http/locale.ts";
import { toOwnAddress } from "#platform/http/request-target.ts";
import { anonymousViewer, setVisitorHint } from "#platform/identity/session.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import {
  type CardHosts,
  createCardPolicy,
  createHashPolicy,
  createNoncePolicy,
  type PageHosts,
} from "./content-security-policy.ts";
import type { PageCache } from "./page-cache.ts";
import { findPageMessage, type PageMessage, translatePageMessage } from "./page-message.ts";
import {
  chooseCachedEncoding,
  choosePersonalEncoding,
  type EncodedPage,
  encodePage,
  type Page,
  pageType,
} from "./pages-encoding.ts";
import { createFailurePage } from "./pages-failure.ts";
import { wantsPage } from "./send-cached-pages.ts";
import { createPageTransport } from "./transport.ts";

export interface PagesOptions extends PageHosts {
  isDevelopment: boolean;
  /** The site's origin without a trailing slash. */
  public_url: string;
  createCsrfToken: (request: FastifyRequest) => string;
  readSite: () => Promise<PageRequest["site"]>;
  /** The payment provider's hosts, for pages with a card form; undefined without a provider. */
  cardHosts?: CardHosts | undefined;
  /** Caches shared pages. */
  cache?: PageCache;
}

/** The source of the renderer: Vite in development, the build otherwise. */
export interface PageSource {
  assets: PageRequest["assets"];
  load(): Promise<Renderer>;
}

/** What the web application's `entry-server` exports. */
export interface Renderer {
  render: (request: PageRequest) => Promise<RenderedPage>;
  getKnownAddress: (url: string) => string;
  isSameForVisitors: (address: string) => boolean;
  hasSecretAddress: (address: string) => boolean;
  hasCardForm: (address: string) => boolean;
}

/** Maximum number of renderings at once. More would only share the one thread and hold more memory. */
export const maxRunning = 8;
/**
 * Maximum number of renderings that wait for their turn. All of them together take one or two seconds;
 * that many let the pupils of a school open a page at the same time.
 */
export const maxWaiting = 300;

/** Characters. Longer paths get 404, because the router keeps each path in memory. */
const maxPathLength = 1_000;

/** Serves every page under `/{locale}`. */
export function mountPages(app: FastifyInstance, source: PageSource, options: PagesOptions): void {
  const { cache } = options;
  const queue = createWorkQueue("pages", maxRunning, maxWaiting);

  const route = { errorHandler: sendFailurePage, schema: { hide: true } };
  app.get("/", route, async (request, reply) => {
    reply.header("Vary", languageVary).header("Cache-Control", "private, no-store");
    return reply.redirect(`/${chooseViewerLocale(request)}`, 302);
  });

  app.get("/*", route, async (request, reply) => {
    if (
      !wantsPage(request.url, request.headers.accept) ||
      measurePathLength(request) > maxPathLength
    )
      return reply.callNotFound();
    const renderer = await source.load();
    const localized = addLocale(request);
    if (localized !== undefined) {
      reply.header("Vary", languageVary).header("Cache-Control", "private, no-store");
      return reply.redirect(renderer.getKnownAddress(localized), 302);
    }
    const message = findPageMessage(request.url);
    const findPage = (address: string): Promise<EncodedPage> => {
      const target = { address, message, viewer: chooseViewer(request, renderer, address) };
      const isSecret = renderer.hasSecretAddress(address);
      const usesCache = cache !== undefined && !isSecret && isShared(target);
      const chooseEncoding = usesCache ? chooseCachedEncoding : choosePersonalEncoding;
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      const render = () =>
        queue.run(request.ip, async () => {
          const rendering = {
            ...target,
            isPrivate: isSecret || target.viewer.identity !== undefined,
          };
          const page = await renderFor(request, reply, rendering, options, renderer, source.assets);
          return encodePage(page, encoding, usesCache);
        });
      const key = message === undefined ? address : `${address}#${message}`;
      return usesCache ? cache.findOrRender(key, encoding, render) : render();
    };
    const page = await findPage(renderer.getKnownAddress(request.url));
    const { replacement_address } = page;
    const shownPage =
      replacement_address === undefined ? page : await findPage(replacement_address);
    if (!lacksVisitorHint(request)) return sendPage(reply, shownPage);
    setVisitorHint(reply);
    const headers = { ...shownPage.headers, "Cache-Control": "private, no-store" };
    return sendPage(reply, { ...shownPage, headers });
  });
}

/** Visitor cookies of earlier releases came without the hint. */
function lacksVisitorHint({ viewer, cookies }: FastifyRequest): boolean {
  return viewer.visitor_since !== undefined && cookies[visitorHintCookie] === undefined;
}

/**
 * The viewer for which a page is rendered. Where the route says `isSameForVisitors`, visitors with a
 * cookie get the same page as those without one; their browser adds what is their own.
 */
function chooseViewer({ viewer }: FastifyRequest, renderer: Renderer, address: string): Viewer {
  const isSame = viewer.user === undefined && renderer.isSameForVisitors(address);
  return isSame ? anonymousViewer : viewer;
}

/**
 * Whether a page is rendered for everybody without a session, or, on routes without
 * `isSameForVisitors`, for visitors without a cookie. A page without a locale in its path is not
 * shared, because it depends on the viewer's language.
 */
function isShared({ viewer, address }: PageTarget): boolean {
  return viewer === anonymousViewer && readPathLocale(address) !== undefined;
}

/** What `chooseViewerLocale` depends on. */
const languageVary = "Cookie, Accept-Language";

/**
 * The address of `/{account}` in the viewer's language; undefined for paths that don't begin with a
 * handle. It doesn't depend on whether there is such an account.
 */
function addLocale(request: FastifyRequest): string | undefined {
  const segment = request.url.split(/[/?#]/, 2)[1] ?? "";
  const mayBeAccount = isHandle(segment) && !isReservedHandle(segment);
  return mayBeAccount ? `/${chooseViewerLocale(request)}${request.url}` : undefined;
}

function measurePathLength({ url }: FastifyRequest): number {
  return url.split("?", 1)[0]?.length ?? 0;
}

function sendPage(reply: FastifyReply, { status, headers, body }: EncodedPage): FastifyReply {
  return reply.status(status).headers(headers).type(pageType).send(body);
}

/** Replies to an error with an HTML page if the client wants one, also for errors in hooks. */
function sendFailurePage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (!wantsPage(request.url, request.headers.accept)) {
    sendError(error, request, reply);
    return;
  }
  const failure = toFailure(error);
  if (failure.code === "unexpected") request.log.error({ err: error }, "a page failed");
  void encodePage(createFailurePage(choosePageLocale(request), failure), "identity", false).then(
    (page) => sendPage(reply, page),
  );
}

/** What determines the content of a page. */
interface PageTarget {
  /** Path and known query parameters. */
  address: string;
  message: PageMessage | undefined;
  viewer: Viewer;
}

async function renderFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, message, viewer, isPrivate }: PageTarget & { isPrivate: boolean },
  options: PagesOptions,
  { render, hasCardForm }: Renderer,
  assets: PageRequest["assets"],
): Promise<Page> {
  const nonce = randomBytes(16).toString("base64url");
  const rendered = await render({
    url: address,
    preferred_locale: chooseViewerLocale(request),
    nonce,
    csrf_token: options.createCsrfToken(request),
    public_url: options.public_url,
    transport: createPageTransport({ request, reply, viewer, locale: choosePageLocale(request) }),
    site: await options.readSite(),
    user_agent: request.headers["user-agent"] ?? "",
    message: message && translatePageMessage(message, choosePageLocale(request)),
    assets,
  });
  if (rendered.status >= 500) request.log.error({ err: rendered.failure }, "a page shows an error");
  const cardHosts = hasCardForm(address) ? options.cardHosts : undefined;
  return toPage(rendered, nonce, isPrivate, { ...options, cardHosts });
}

function toPage(
  rendered: RenderedPage,
  nonce: string,
  isPrivate: boolean,
  { isDevelopment, cardHosts, public_url, ...hosts }: PagesOptions,
): Page {
  const { status, html, redirect, replacement_address, varies_by_language } = rendered;
  const privateHeaders = {
    "Cache-Control": "private, no-store",
    ...createRetryAfterHeader(status),
  };
  if (replacement_address !== undefined) return { status, headers: {}, html, replacement_address };
  if (redirect !== undefined) {
    return {
      status,
      headers: { ...privateHeaders, Location: toOwnAddress(redirect, public_url) },
      html,
    };
  }
  if (isPrivate || isDevelopment) {
    return {
      status,
      headers: {
        ...privateHeaders,
        "X-Padding": createPadding(),
        ...(cardHosts
          ? createCardPolicy(nonce, isDevelopment, cardHosts)
          : createNoncePolicy(nonce, isDevelopment, hosts)),
      },
      html,
    };
  }
  const hashed = createHashPolicy(html, nonce, hosts);
  const isStorableStatus = status === 200 || status === 404;
  const cachingHeaders = isStorableStatus
    ? // The page of unknown addresses is also sent at addresses that name no language.
      createCacheHeaders(status, varies_by_language || status === 404)
    : { "Cache-Control": "no-store", ...createRetryAfterHeader(status) };
  return { status, headers: { ...cachingHeaders, ...hashed.headers }, html: hashed.html };
}

/**
 * A text of random length for the headers of a compressed page. Compression makes a page shorter if one
 * text in it repeats another; the padding hides this from an observer of the connection (the BREACH
 * attack).
 */
function createPadding(): string {
  return randomBytes(randomInt(192)).toString("base64url");
}

/**
 * Lets shared caches keep the page for a minute. While they fetch it again, and while the site is down,
 * they may send the old one, except the page that says that nothing is there.
 */
function createCacheHeaders(status: number, varies_by_language: boolean): Record<string, string> {
  const stale = status === 200 ? ", stale-while-revalidate=300, stale-if-error=3600" : "";
  return {
    "Cache-Control": `public, max-age=0, s-maxage=60${stale}`,
    Vary: `Cookie, Accept-Encoding${varies_by_language ? ", Accept-Language" : ""}`,
  };
}
