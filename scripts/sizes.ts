// Measures what a browser with an empty cache loads for each page of apps/web/sizes.json besides
// its HTML, in Japanese, and fails if it exceeds the agreed size.
import { existsSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { createAssets, type Manifest } from "../apps/web/src/lib/page/assets.ts";

const dist = "apps/web/dist/client";
const agreedSizesFile = "apps/web/sizes.json";
const locale = "ja";

/** Kilobytes by which a page may exceed its agreed size. */
const tolerance = 1;

/** The agreed sizes of a page in kilobytes, and their reason. */
interface AgreedSize {
  /** Files that a page loads at once: styles, and the starter, which fetches the scripts later. */
  before_idle: number;
  /** All scripts, texts and styles. */
  all: number;
  why: string;
}

const assets = createAssets(readJson<Manifest>(`${dist}/.vite/manifest.json`));
const agreedSizes = readJson<Record<string, AgreedSize>>(agreedSizesFile);

let exceeded = 0;
for (const [route, { before_idle, all, why }] of Object.entries(agreedSizes)) {
  const routes = listRoutes(route);
  const { starter, files } = assets.renderTags(routes, locale, "", "later");
  const earlyBytes = sumFiles(files) + brotliCompressSync(starter).length;
  // The starter names the files that it loads later.
  const wholeBytes = sumFiles(files + starter);
  const [earlyKilobytes, wholeKilobytes] = [earlyBytes / 1000, wholeBytes / 1000];
  const figures = `${earlyKilobytes.toFixed(1)} KB before idle (agreed ${before_idle}), ${wholeKilobytes.toFixed(1)} KB in all (agreed ${all})`;
  console.log(`${figures} ${route}`);
  if (earlyKilobytes <= before_idle + tolerance && wholeKilobytes <= all + tolerance) continue;
  exceeded += 1;
  console.log(`  It was agreed because: ${why}`);
  console.log(`  Load less, or write the new figure and its reason into ${agreedSizesFile}.`);
}
process.exitCode = exceeded === 0 ? 0 : 1;

/** Lists a route and its parents: `/$locale/box/` has the parents `/$locale/box` and `/$locale`. */
function listRoutes(route: string): string[] {
  const parts = route.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join("/"));
}

/** Returns the number of bytes of the files that the tags name, compressed as they are sent. */
function sumFiles(tags: string): number {
  const names = [...tags.matchAll(/(?:href|src|data-scripts)="([^"]+)"/g)].flatMap(
    ([, name = ""]) => name.split(" "),
  );
  const files = names.map((name) => `${dist}${name}`);
  const sizes = files.map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
