// Adds up the scripts, texts and styles that a browser with an empty cache loads for a page, in Japanese and compressed,
// and fails if a page exceeds its limit. The bench measures a profile as a whole, with the page itself and headers.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createAssets, type Manifest } from "../apps/web/src/lib/page/assets.ts";

const dist = "apps/web/dist/client";

/** Kilobytes of 1,000 bytes by the routes of a page. The page itself and its headers come on top of it. */
const limits: [routes: string[], kilobytes: number][] = [
  [["/$locale", "/$locale/$account"], 170],
  [["/$locale", "/$locale/q/$uuid"], 181],
  [["/$locale", "/$locale/"], 184],
  [["/$locale", "/$locale/box", "/$locale/box/"], 252],
  [["/$locale", "/$locale/me/home"], 256],
];

const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, "utf8")) as Manifest;
const assets = createAssets(manifest);
for (const [routes, limit] of limits) {
  const { files } = assets.renderTags(routes, "ja", "", "now");
  const names = [...files.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => `${dist}${name}`);
  const sizes = names.map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(
    `${kilobytes.toFixed(1)} KB (limit ${limit}) in ${names.length} files: ${routes.at(-1)}`,
  );
  if (kilobytes > limit) process.exitCode = 1;
}
