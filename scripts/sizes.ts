// Adds up the scripts, texts and styles that a browser with an empty cache loads for a page, in Japanese and compressed,
// and fails if a page exceeds its limit. The bench measures a profile as a whole, with the page itself and headers.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createAssets, type Manifest } from "../apps/web/src/lib/page/assets.ts";

const dist = "apps/web/dist/client";

const talkRoutes = ["/$locale", "/$locale/me/talks", "/$locale/me/talks/$uuid"];

/** Kilobytes of 1,000 bytes by the routes of a page. The page itself and its headers come on top of it. */
const limits: [routes: string[], kilobytes: number][] = [
  [["/$locale", "/$locale/$account"], 178.7],
  [["/$locale", "/$locale/q/$uuid"], 194.2],
  [["/$locale", "/$locale/"], 195.2],
  [["/$locale", "/$locale/box", "/$locale/box/"], 269],
  [["/$locale", "/$locale/me/home"], 274],
  [talkRoutes, 288],
  [["/$locale", "/$locale/me/group_talks", "/$locale/me/group_talks/$uuid"], 291],
];

/** Kilobytes of an open talk beyond the shell, which is what two other pages of accounts both load. */
const maxBeyondShell = 25;
const shellRoutes = [
  ["/$locale", "/$locale/box", "/$locale/box/"],
  ["/$locale", "/$locale/me/home"],
];

const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, "utf8")) as Manifest;
const assets = createAssets(manifest);

function listFiles(routes: string[]): string[] {
  const { files } = assets.renderTags(routes, "ja", "", "now");
  return [...files.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => `${dist}${name}`);
}

function check(names: string[], limit: number, what: string): void {
  const sizes = names.map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${kilobytes.toFixed(1)} KB (limit ${limit}) in ${names.length} files: ${what}`);
  if (kilobytes > limit) process.exitCode = 1;
}

for (const [routes, limit] of limits) check(listFiles(routes), limit, routes.at(-1) ?? "");
const shell = shellRoutes.map(listFiles);
const ofTalk = listFiles(talkRoutes).filter(
  (file) => !shell.every((files) => files.includes(file)),
);
check(ofTalk, maxBeyondShell, "an open talk beyond the shell");
