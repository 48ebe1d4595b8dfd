import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEventBus } from "#platform/events/events.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createPageCache, maxCacheBytes, maxCachedPageBytes } from "./page-cache.ts";
import type { EncodedPage } from "./pages-encoding.ts";

const bus = createEventBus(undefined, createLogger("silent"), "unused");
let cache = createPageCache(bus);
let rendered: string[] = [];

beforeEach(() => {
  cache = createPageCache(bus);
  rendered = [];
});
afterEach(() => vi.useRealTimers());

function createPage(bytes: number, status = 200): EncodedPage {
  return { status, headers: {}, body: Buffer.allocUnsafeSlow(bytes), htmlBytes: bytes };
}

const read = (address: string, page = createPage(10_000)) =>
  cache.findOrRender(address, "br", async () => {
    rendered.push(address);
    return page;
  });

test("SAFE-10 20,000 invented addresses take at most 64 MB of the cache", async () => {
  let maxBytes = 0;
  for (let i = 0; i < 20_000; i++) {
    await read(`/ja/acc/login?next=%2F${i}`);
    maxBytes = Math.max(maxBytes, cache.size().bytes);
  }
  expect(maxBytes).toBeLessThanOrEqual(maxCacheBytes);
  expect(maxBytes).toBeGreaterThan(0.9 * maxCacheBytes);
  const { bytes, pages } = cache.size();
  expect(pages * 10_000).toBeLessThan(bytes);
  expect(maxCacheBytes).toBe(64 * 1024 * 1024);
});

test("SAFE-10 a page over 1 MB and a page at a long address are sent but not cached", async () => {
  await read("/ja/yui", createPage(maxCachedPageBytes + 1));
  await read(`/ja/acc/login?next=${"x".repeat(500)}`);
  expect(cache.size()).toEqual({ bytes: 0, pages: 0 });
  await read("/ja/yui", createPage(maxCachedPageBytes));
  expect(cache.size().pages).toBe(1);
});

test("SAFE-10 expired pages are removed without a request", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const start = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(start);
  await read("/ja/yui");
  clock.mockReturnValue(start + 59_000);
  vi.advanceTimersByTime(59_000);
  expect(cache.size().pages).toBe(1);
  clock.mockReturnValue(start + 61_000);
  vi.advanceTimersByTime(2_000);
  expect(cache.size()).toEqual({ bytes: 0, pages: 0 });
});

test("simultaneous requests for one page wait for one rendering, and its encodings are cached separately", async () => {
  await Promise.all([read("/ja/yui"), read("/ja/yui"), read("/ja/yui")]);
  expect(rendered).toHaveLength(1);
  const other = createPage(5);
  expect(await cache.findOrRender("/ja/yui", "identity", async () => other)).toBe(other);
});

test("SAFE-11 if the rendering that a request waits for fails, the request renders the page itself", async () => {
  const failing = cache.findOrRender("/ja/yui", "br", () => Promise.reject(new Error("busy")));
  const waiting = read("/ja/yui");
  await expect(failing).rejects.toThrow("busy");
  expect((await waiting).status).toBe(200);
  expect(rendered).toHaveLength(1);
});

test("an event about a page also removes the cache entry of the page with a message", async () => {
  await read("/ja/Yui#social_failed");
  bus.publish("pages", { paths: ["/yui"] });
  await vi.waitFor(() => expect(cache.size().pages).toBe(0));
});

test("a failed rendering, a page that names a replacement and a page that shows an error are not cached", async () => {
  const findWithFailingRender = () =>
    cache.findOrRender("/ja/yui", "br", () => Promise.reject(new Error("no")));
  await expect(findWithFailingRender()).rejects.toThrow("no");
  const replaced = { ...createPage(10, 404), replacement_address: "/ja/unknown/address" };
  expect((await read("/ja/yui", replaced)).status).toBe(404);
  expect((await read("/ja/yui", createPage(10, 503))).status).toBe(503);
  expect((await read("/ja/yui")).status).toBe(200);
  expect(rendered).toHaveLength(3);
});

test("SAFE-10 the common page of unknown addresses is cached", async () => {
  await read("/ja/unknown/address", createPage(10, 404));
  expect((await read("/ja/unknown/address")).status).toBe(404);
  expect(rendered).toHaveLength(1);
});

test("after a change a page is rendered again for every locale, query and letter case", async () => {
  const addresses = ["/ja/Yui", "/en/yui", "/en/yui?page=2", "/en/yuika"];
  for (const address of addresses) await read(address);
  bus.publish("pages", { paths: ["/YUI"] });
  rendered = [];
  for (const address of addresses) await read(address);
  expect(rendered).toEqual(addresses.slice(0, 3));
});

test("SHARE-01 a page that shares what another page shows is rendered again when that one has changed", async () => {
  await read("/ja/q/a/share");
  await read("/ja/share");
  bus.publish("pages", { paths: ["/q/a"] });
  await read("/ja/q/a/share");
  await read("/ja/share");
  expect(rendered).toEqual(["/ja/q/a/share", "/ja/share", "/ja/q/a/share"]);
});

test("a page that changed while it was rendered is sent but not cached", async () => {
  const gate = Promise.withResolvers<EncodedPage>();
  const stale = cache.findOrRender("/ja/yui", "br", () => gate.promise);
  bus.publish("pages", { paths: ["/yui"] });
  const fresh = createPage(20);
  expect(await read("/ja/yui", fresh)).toBe(fresh);
  const old = createPage(30);
  gate.resolve(old);
  expect(await stale).toBe(old);
  expect(await read("/ja/yui")).toBe(fresh);
});

test("an event about all pages empties the cache, and a rendering in progress isn't cached", async () => {
  await Promise.all([read("/ja/yui"), read("/en/communities")]);
  const { promise, resolve } = Promise.withResolvers<EncodedPage>();
  const running = cache.findOrRender("/ja/communities", "br", () => promise);
  bus.publish("all_pages", {});
  await vi.waitFor(() => expect(cache.size().pages).toBe(0));
  resolve(createPage(10));
  await running;
  expect(cache.size().pages).toBe(0);
});
