// Measures what a browser with an empty cache loads for each page, and fails if it exceeds the agreed size.
import { existsSync, readFileSync, statSync } from "node:fs";

const dist = "apps/web/dist/client";
const record = "apps/web/sizes.json";

/** Kilobytes by which a page may exceed its agreed size. */
const tolerance = 1;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The agreed size of a page and its reason. */
interface Agreed {
  kilobytes: number;
  why: string;
}

const manifest: Record<string, Chunk> = readJson(`${dist}/.vite/manifest.json`);
const agreed: Record<string, Agreed> = readJson(record);
const entry = "src/entry-client.tsx";

let exceeded = 0;
for (const [page, { kilobytes, why }] of Object.entries(agreed)) {
  const measured = measureSize(page === entry ? [entry] : [entry, page]);
  console.log(`${measured.toFixed(1)} KB (agreed ${kilobytes}) ${page}`);
  if (measured <= kilobytes + tolerance) continue;
  exceeded += 1;
  console.log(`  It was agreed because: ${why}`);
  console.log(`  Load less, or write the new figure and its reason into ${record}.`);
}
process.exitCode = exceeded === 0 ? 0 : 1;

/** Measures compressed scripts and styles, in kilobytes. */
function measureSize(roots: string[]): number {
  const files = new Set<string>();
  const seen = new Set<string>();
  const follow = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${record} names ${name}, which is not built.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`${dist}/${file}`);
    for (const imported of chunk.imports ?? []) follow(imported);
  };
  for (const root of roots) follow(root);
  const bytes = [...files].map(
    (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
