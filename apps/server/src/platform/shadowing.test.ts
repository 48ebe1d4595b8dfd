import { isHandle } from "@toibako/contract/handles.ts";
import { isReservedHandle } from "@toibako/contract/reserved-handles.ts";
import { expect, test } from "vitest";
import { listMountedRoutes } from "./testing/mounted-routes.ts";
import { openSite } from "./testing/site.ts";

const site = await openSite();
const routes = listMountedRoutes(site.app).map((route) => route.split(" ")[1] ?? "");
test("API-14 AUTH-03 no handle that can be registered is the first segment of a mounted route", () => {
  const segments = new Set(routes.map((path) => path.split(/[/.]/)[1] ?? ""));
  expect(segments).toContain("acc");
  const unreserved = [...segments].filter(
    (segment) => isHandle(segment) && !isReservedHandle(segment),
  );
  expect(unreserved).toEqual([]);
});

test("API-14 no endpoint has a word that can be registered as a handle in the place of the id of `/user/:id`", () => {
  const parents = routes
    .filter((path) => path.endsWith("/user/{}"))
    .map((path) => path.slice(0, -2));
  expect(parents.length).toBeGreaterThan(0);
  const siblings = parents.flatMap((parent) =>
    routes.filter((path) => path.startsWith(parent)).map((path) => path.slice(parent.length)),
  );
  const names = siblings.map((path) => path.split("/")[0] ?? "").filter((name) => name !== "{}");
  expect(names.filter((name) => isHandle(name) && !isReservedHandle(name))).toEqual([]);
});

test.each(["/healthz_x", "/metricsfoo", "/assetsfoo", "/readyzzz"])(
  "API-14 %s gets the same 404 as any unknown address",
  async (url) => {
    const missing = await site.openBrowser().sendRaw("GET", url);
    expect([missing.status, missing.error?.code]).toEqual([404, "not_found"]);
  },
);
