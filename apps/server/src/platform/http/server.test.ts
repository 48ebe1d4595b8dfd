import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { isExemptFromShedding } from "./server.ts";

const publicFiles = readdirSync(new URL("../../../../web/public/", import.meta.url), {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath.split("/public")[1]?.replace(/\/$/, "")}/${name}`);

test.each([
  ...publicFiles,
  "/assets/entry-client.js",
  "/avatars/cat.svg?v=1",
  "/pictures/AAAAAAAAAAAAAAAAAAAAAA.webp",
  "/stamps/icons/love.svg",
  "/manifest/ja.webmanifest",
  "/robots.txt",
  "/.well-known/security.txt",
  "/api/docs/static/swagger-ui.css",
  "/healthz",
])("SAFE-11 the file %s is sent even during overload", (path) => {
  expect(isExemptFromShedding(path)).toBe(true);
});

test.each([
  "/ja",
  "/ja/yui?picture=a.png",
  "/api/v2/items/?account=a.png",
  "/api/v2/users/yui.png",
  "/cards/questions/AAAAAAAAAAAAAAAAAAAAAA.png",
  "/sitemap.xml",
])("SAFE-11 %s may be refused during overload", (path) => {
  expect(isExemptFromShedding(path)).toBe(false);
});
