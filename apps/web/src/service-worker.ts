import { isLocale } from "@toibako/contract/locales.ts";
import type { PushContent } from "@toibako/contract/push.ts";
import { readLocale } from "#lib/i18n/locale.ts";
import {
  filesCache,
  findLocaleOfTag,
  getOfflineAddress,
  maxKeptPages,
  type PageRead,
  pagesCache,
} from "#lib/offline/kept-pages.ts";
import { checkPush, type PushCheck, renewPush } from "#lib/offline/renew-push.ts";
import { sendWaitingAnswers } from "#lib/offline/send-waiting-answers.ts";
import { sendAnswersTag } from "#lib/offline/waiting-answers.ts";
import type { FetchEvent, WorkerScope } from "#lib/offline/worker-scope.ts";

declare const __RELEASE__: string;
declare const self: WorkerScope;

/** The cache of this release's offline pages, one for each language in which a page was read. */
const offlineCache = `offline-${__RELEASE__}`;

/** Milliseconds. A kept page that is older is fetched again the next time it is read. */
const keptPageMaxAge = 10 * 60_000;

/** Matches the addresses of files and pictures in a page. */
const filePattern = /\/(?:assets|pictures|avatars|stamps)\/[\w./-]+/g;

/** Requests to these paths with other methods than GET change which accounts are signed in on this browser. */
const accountPaths =
  /^\/(acc|auth)\/|^\/me\/accounts\/|^\/api\/v2\/me(\/(accounts|sessions|leave)\b|$)/;

// A new worker replaces the old one at once; it also works for open pages of the former release.
self.addEventListener("install", (event) => {
  event.waitUntil(replaceOfflinePages().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      self.registration.navigationPreload?.enable(),
      deleteOldCaches(),
      self.clients.claim(),
    ]),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method !== "GET") {
    if (accountPaths.test(pathname)) event.waitUntil(caches.delete(pagesCache));
  } else if (request.destination === "document") event.respondWith(loadPage(event));
  else if (pathname.match(filePattern)?.[0] === pathname) event.respondWith(loadFile(request));
});

self.addEventListener("message", (event) => {
  const message = event.data as PageRead | PushCheck | { type: typeof sendAnswersTag };
  if (message.type === "page-read") event.waitUntil(keepReadPage(message));
  if (message.type === "check-push") {
    // A failed check is repeated the next day.
    event.waitUntil(checkPush(self.registration.pushManager, message.locale).catch(() => {}));
  }
  // Each opened page sends a message, so that waiting answers are also sent in browsers without Background Sync.
  // After a failure, the message of the next page tries again.
  event.waitUntil(sendWaitingAnswers().catch(() => {}));
});

self.addEventListener("sync", (event) => {
  if (event.tag === sendAnswersTag) event.waitUntil(sendWaitingAnswers());
});

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, account, kind, path } = event.data.json() as PushContent;
  const options = {
    body,
    // Replaces the earlier notification of the same account and kind.
    tag: `${account} ${kind}`,
    icon: "/icon-192.png",
    data: { path },
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

// The browser or its push service has ended the subscription, usually to renew it.
self.addEventListener("pushsubscriptionchange", (event) => {
  const locale = findLocaleOfTag(self.navigator.language) ?? "ja";
  event.waitUntil(renewPush(self.registration.pushManager, locale));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(self.clients.openWindow(path));
});

/** Loads a page from the server, or if that fails, from the cache. */
async function loadPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(request));
  } catch {
    const kept = await findInCache(pagesCache, request.url);
    return kept ?? (await findOfflinePage(request.url)) ?? Response.error();
  }
}

async function loadFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await findInCache(filesCache, request.url)) ?? Response.error();
  }
}

/** Ignores `Vary: Cookie`, because all kept pages were fetched without cookies. */
async function findInCache(cacheName: string, url: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(url, { ignoreVary: true });
}

async function findOfflinePage(url: string): Promise<Response | undefined> {
  const { pathname } = new URL(url);
  const locale = readLocale(pathname) ?? findLocaleOfTag(self.navigator.language);
  const cache = await caches.open(offlineCache);
  const page = locale && (await cache.match(getOfflineAddress(locale), { ignoreVary: true }));
  if (page) return page;
  const [pageInOtherLanguage] = await cache.keys();
  return pageInOtherLanguage && cache.match(pageInOtherLanguage, { ignoreVary: true });
}

async function keepReadPage({ locale, address }: PageRead): Promise<void> {
  if (self.navigator.connection?.saveData) return;
  // Opened before anything is loaded: if signing out deletes the cache meanwhile, the page is not kept.
  const pages = await caches.open(pagesCache);
  if (isLocale(locale)) {
    await keepPage(await caches.open(offlineCache), getOfflineAddress(locale), Infinity);
  }
  if (address === undefined || !(await keepPage(pages, address, keptPageMaxAge))) return;
  const keys = await pages.keys();
  for (const oldPage of keys.slice(0, -maxKeptPages)) await pages.delete(oldPage);
}

/**
 * Stores a page as visitors see it, with its files, unless a stored copy is younger than `maxAge`
 * milliseconds. Returns whether it stored the page.
 */
async function keepPage(cache: Cache, address: string, maxAge: number): Promise<boolean> {
  const stored = await cache.match(address, { ignoreVary: true });
  if (stored && Date.now() - readDate(stored) < maxAge) return false;
  const response = await fetch(address, { credentials: "omit" }).catch(() => undefined);
  const isPublic = response?.headers.get("Cache-Control")?.includes("public");
  if (!response?.ok || response.redirected || !isPublic) return false;
  // Before the page, which can't be used without them.
  await keepFiles(await response.clone().text());
  // Deleted first, so that the keys are in the order in which the pages were read.
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, response);
  return true;
}

function readDate(response: Response): number {
  return Date.parse(response.headers.get("Date") ?? "") || 0;
}

async function keepFiles(html: string): Promise<void> {
  const cache = await caches.open(filesCache);
  await Promise.all(
    listFiles(html).map(async (file) => {
      if (await cache.match(file, { ignoreVary: true })) return;
      // The page is kept even if a picture is missing.
      const response = await fetch(file).catch(() => undefined);
      if (response?.ok) await cache.put(file, response);
    }),
  );
}

function listFiles(html: string): string[] {
  return [...new Set(html.match(filePattern) ?? [])];
}

/** Fetches this release's offline pages in the languages in which the former release had stored them. */
async function replaceOfflinePages(): Promise<void> {
  const cacheNames = await caches.keys();
  const cache = await caches.open(offlineCache);
  for (const name of cacheNames.filter((name) => name.startsWith("offline-"))) {
    const keys = await (await caches.open(name)).keys();
    await Promise.all(keys.map(({ url }) => keepPage(cache, new URL(url).pathname, Infinity)));
  }
}

/** Deletes the former release's offline pages, and the files that no stored page refers to. */
async function deleteOldCaches(): Promise<void> {
  const cacheNames = await caches.keys();
  const oldNames = cacheNames.filter(
    (name) => name.startsWith("offline-") && name !== offlineCache,
  );
  await Promise.all(oldNames.map((name) => caches.delete(name)));
  const usedFiles = new Set<string>();
  for (const name of [pagesCache, offlineCache]) {
    const cache = await caches.open(name);
    for (const page of await cache.matchAll()) {
      for (const file of listFiles(await page.text())) usedFiles.add(file);
    }
  }
  const files = await caches.open(filesCache);
  for (const request of await files.keys()) {
    if (!usedFiles.has(new URL(request.url).pathname)) await files.delete(request);
  }
}
