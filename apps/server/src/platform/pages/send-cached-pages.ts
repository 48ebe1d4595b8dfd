import type { FastifyInstance } from "fastify";
import type { PageCache } from "./page-cache.ts";
import { chooseCachedEncoding, pageType } from "./pages-encoding.ts";

/**
 * Sends cached pages to browsers without cookies from a hook, before the hooks that find the viewer and the limits: they
 * would cost more than sending the page. `mountPages` replies to all other requests and fills the cache. The address
 * alone decides which page is sent, because only pages that are the same for everybody are cached, at addresses
 * without unknown parameters.
 */
export function sendCachedPages(app: FastifyInstance, cache: PageCache): void {
  app.addHook("onRequest", ({ method, url, headers }, reply, done) => {
    // The keys of pages with a message contain "#".
    const isShared = method === "GET" && headers.cookie === undefined && !url.includes("#");
    const page =
      isShared && wantsPage(url, headers.accept)
        ? cache.find(url, chooseCachedEncoding(headers["accept-encoding"]))
        : undefined;
    if (page) reply.status(page.status).headers(page.headers).type(pageType).send(page.body);
    else done();
  });
}

/** Whether a client accepts a page at this address, by its header `Accept`. */
export function wantsPage(url: string, accept = "*/*"): boolean {
  return !url.startsWith("/api/") && /text\/html|\*\/\*/.test(accept);
}
