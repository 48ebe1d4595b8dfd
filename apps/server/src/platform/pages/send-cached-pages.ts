import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { PageCache } from "./page-cache.ts";
import { chooseCachedEncoding, type EncodedPage, pageType } from "./pages-encoding.ts";

export interface CachedPages {
  /** How many pages were sent before routing. No hook counts them. */
  countSent(): number;
  /** Leaves all further requests to the framework. */
  stop(): void;
}

/**
 * Sends cached pages to browsers without cookies before the framework sees their requests, because
 * routing and hooks cost more than sending the page. All other requests go to the server's listener
 * as before, and `mountPages` puts pages into the cache.
 */
export function sendCachedPagesFirst(
  server: Server,
  cache: PageCache,
  commonHeaders: Record<string, string>,
): CachedPages {
  let isStopped = false;
  let sentCount = 0;
  const headerLists = new WeakMap<EncodedPage, string[]>();
  const [respond] = server.listeners("request") as [RequestListener];
  server.removeListener("request", respond);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const page = isStopped ? undefined : findCachedPage(request, response, cache);
    if (page === undefined) return respond(request, response);
    let headers = headerLists.get(page);
    if (headers === undefined) {
      headers = listHeaders(page, commonHeaders);
      headerLists.set(page, headers);
    }
    sentCount += 1;
    response.writeHead(page.status, headers).end(page.body);
  });
  return {
    countSent: () => sentCount,
    stop: () => {
      isStopped = true;
    },
  };
}

/**
 * Finds the cached page that is the reply to a request. The address alone decides which: only pages that are
 * the same for everybody are cached, and only at addresses without unknown parameters.
 */
function findCachedPage(
  { method, headers, url = "" }: IncomingMessage,
  response: ServerResponse,
  cache: PageCache,
): EncodedPage | undefined {
  if (method !== "GET" || headers.cookie !== undefined || !wantsPage(url, headers.accept)) return;
  // The keys of pages with a message contain "#".
  if (url.includes("#")) return;
  // The hooks limit how much is waiting to be sent on one connection, so they see every request that
  // comes before the reply to the previous one was sent.
  if (!response.socket || response.socket.writableLength > 0) return;
  return cache.find(url, chooseCachedEncoding(headers["accept-encoding"]));
}

/** Whether a client accepts a page at this address, by its header `Accept`. */
export function wantsPage(url: string, accept = "*/*"): boolean {
  return !url.startsWith("/api/") && /text\/html|\*\/\*/.test(accept);
}

/** The headers of a page as Node's list of names and values. */
function listHeaders({ headers, body }: EncodedPage, commonHeaders: Record<string, string>) {
  const allHeaders = { ...commonHeaders, ...headers, "content-type": pageType };
  const namesAndValues = Object.entries(allHeaders).flatMap(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return [...namesAndValues, "content-length", String(body.length)];
}
