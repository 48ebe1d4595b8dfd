import { LRUCache } from "lru-cache";
import type { EventBus } from "#platform/events/events.ts";
import type { EncodedPage, Encoding } from "./pages-encoding.ts";

/** How long a page is cached, in milliseconds. As long as the header `s-maxage` in `pages.ts` allows caches of others. */
const cachedPageLifetime = 60_000;
/** Maximum size of all cached pages together, with their addresses. */
export const maxCacheBytes = 64 * 1024 * 1024;
/** Larger pages aren't cached: a few of them would evict all others. */
export const maxCachedPageBytes = 1024 * 1024;
/** Characters. Pages at longer addresses aren't cached, because such links aren't shared. */
const maxAddressLength = 500;
/** Estimated overhead of an entry: headers with the hashes of scripts, objects, timer. */
const entryBytes = 2_048;

export interface PageCache {
  /** Returns the cached page at `address`, if there is one. */
  find(address: string, encoding: Encoding): EncodedPage | undefined;
  /**
   * Returns the cached page at `address` (with known query parameters only), or renders it. Requests
   * for a page that is being rendered wait for that rendering. Only for shared pages (`isShared` in
   * `pages.ts`).
   */
  findOrRender(
    address: string,
    encoding: Encoding,
    render: () => Promise<EncodedPage>,
  ): Promise<EncodedPage>;
  /** The size and number of the cached pages. */
  size(): { bytes: number; pages: number };
}

/** Caches pages for a minute, or until an event says that their content changed. */
export function createPageCache(bus: EventBus): PageCache {
  const keysOfPath = new Map<string, Set<string>>();
  const rendering = new Map<string, Promise<EncodedPage>>();
  const cachedPages = new LRUCache<string, EncodedPage>({
    maxSize: maxCacheBytes,
    ttl: cachedPageLifetime,
    ttlAutopurge: true,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + entryBytes,
    // `set` means that a newer page replaces this one, so the key is still used.
    dispose: (_page, key, reason) => {
      if (reason !== "set") removeKey(keysOfPath, key);
    },
  });
  bus.subscribe("pages", ({ paths }) => {
    for (const path of paths) {
      for (const key of keysOfPath.get(path.toLowerCase()) ?? []) {
        cachedPages.delete(key);
        // A rendering in progress may have read the old state: it is returned but not cached.
        rendering.delete(key);
      }
    }
  });

  bus.subscribe("all_pages", () => {
    cachedPages.clear();
    rendering.clear();
  });

  function startRendering(key: string, render: () => Promise<EncodedPage>): Promise<EncodedPage> {
    const page = render();
    rendering.set(key, page);
    addKey(keysOfPath, key);
    const finish = (finished?: EncodedPage) => {
      const isCurrent = rendering.get(key) === page;
      if (isCurrent) rendering.delete(key);
      // Keeps the key in `keysOfPath` while the page is cached or being rendered.
      if (isCurrent && finished && isStorable(finished)) cachedPages.set(key, finished);
      else if (!cachedPages.has(key) && !rendering.has(key)) removeKey(keysOfPath, key);
    };
    page.then(finish, () => finish());
    return page;
  }

  return {
    find: (address, encoding) => cachedPages.get(createKey(address, encoding)),
    findOrRender: (address, encoding, render) => {
      if (address.length > maxAddressLength) return render();
      const key = createKey(address, encoding);
      const page = cachedPages.get(key);
      if (page) return Promise.resolve(page);
      // If the rendering that this request waits for fails, it renders for itself: the failure may be
      // due to the first requester's network, which sent too many requests.
      return rendering.get(key)?.catch(render) ?? startRendering(key, render);
    },
    size: () => ({ bytes: cachedPages.calculatedSize, pages: cachedPages.size }),
  };
}

/** The only page with status 404 that is cached is the common page of unknown addresses. */
function isStorable({ status, htmlBytes, replacement_address }: EncodedPage): boolean {
  const isUnknownAddressPage = status === 404 && replacement_address === undefined;
  return (status === 200 || isUnknownAddressPage) && htmlBytes <= maxCachedPageBytes;
}

function addKey(keysOfPath: Map<string, Set<string>>, key: string): void {
  const path = getPathOfKey(key);
  const keys = keysOfPath.get(path) ?? new Set();
  keysOfPath.set(path, keys.add(key));
}

function removeKey(keysOfPath: Map<string, Set<string>>, key: string): void {
  const path = getPathOfKey(key);
  const keys = keysOfPath.get(path);
  keys?.delete(key);
  if (keys?.size === 0) keysOfPath.delete(path);
}

function createKey(address: string, encoding: Encoding): string {
  return `${encoding} ${address}`;
}

/**
 * The path without its locale, as events name it: "br /ja/Yui?page=2" is "/yui". The page that shares what another page
 * shows changes with that one: "br /ja/q/a/share" is "/q/a".
 */
function getPathOfKey(key: string): string {
  const [path = ""] = key.slice(key.indexOf(" ") + 1).split(/[?#]/, 1);
  const localized = `/${path.split("/").slice(2).join("/")}`.toLowerCase();
  return localized.replace(/(?<=.)\/share$/, "");
}
