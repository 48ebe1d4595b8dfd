import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "#lib/cache/query-client.ts";
import { bareSite } from "#lib/page/router-context.ts";
import { cacheLinkLocations } from "./link-locations.ts";
import { createAppRouter } from "./router.tsx";

function createRouterAt(address: string) {
  const context = {
    queryClient: createQueryClient(),
    locale: "ja" as const,
    csrf_token: "",
    public_url: "",
    site: bareSite,
    is_ios: false,
  };
  const router = createAppRouter(context, createMemoryHistory({ initialEntries: [address] }));
  router.update({ ...router.options, isServer: true });
  return router;
}

const pages = ["/ja/yui?page=2", "/en/kenta", "/ko/q/abc#answers"];

const destinations = [
  { to: "/$locale", params: { locale: "ja" } },
  { to: "/$locale/$account", params: { locale: "en", account: "kenta" } },
  { to: "/$locale/$account", params: { locale: "en", account: "yui" }, search: { page: 2 } },
  { to: "/$locale/$account", params: { locale: "en", account: "yui" }, hash: "answers" },
  { to: "/$locale/fxp/$slug", params: { locale: "th", slug: "terms" } },
  // The address of each of the following depends on the page that contains the link.
  { to: "/$locale/$account", params: { locale: "de" } },
  { to: "/$locale/$account", params: true },
  { to: ".", search: { page: 3 } },
  { to: "/$locale/me/home", params: { locale: "ja" }, search: true },
  { to: "/$locale/me/home", params: { locale: "ja" }, hash: true },
];

test("links lead to the same address with and without the cache, from several pages", async () => {
  for (const page of pages) {
    const uncachedRouter = createRouterAt(page);
    const cachingRouter = createRouterAt(page);
    cacheLinkLocations(cachingRouter);
    for (const destination of destinations) {
      // Twice, because the second location may come from the cache.
      for (const _ of [1, 2]) {
        const { href, pathname, search, hash } = cachingRouter.buildLocation(destination as never);
        const location = uncachedRouter.buildLocation(destination as never);
        expect({ href, pathname, search, hash }).toEqual({
          href: location.href,
          pathname: location.pathname,
          search: location.search,
          hash: location.hash,
        });
      }
    }
  }
});

test("SAFE-10 long destinations are not cached, so that texts in addresses can't fill the memory", () => {
  const router = createRouterAt("/ja/acc/login");
  const build = vi.spyOn(router, "buildLocation");
  cacheLinkLocations(router);
  const buildLink = (next: string) =>
    router.buildLocation({
      to: "/$locale/acc/regist",
      params: { locale: "ja" },
      search: { next },
    } as never);
  buildLink("/ja/box");
  buildLink("/ja/box");
  expect(build).toHaveBeenCalledTimes(1);
  const longAddress = `/ja/${"a".repeat(300)}`;
  expect(buildLink(longAddress).href).toBe(buildLink(longAddress).href);
  expect(build).toHaveBeenCalledTimes(3);
});
