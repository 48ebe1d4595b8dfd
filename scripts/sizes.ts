// What a browser that was never here fetches for a page, and whether that grew without a reason.
import { existsSync, readFileSync, statSync } from "node:fs";

const dist = "apps/web/dist/client";
const record = "apps/web/sizes.json";

/** Growth below this, in kilobytes, needs no reason. */
const tolerance = 1;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Kilobytes that were agreed upon, and why it is as much as that. */
interface Agreed {
  kilobytes: number;
  why: string;
}

const manifest: Record<string, Chunk> = readJson(`${dist}/.vite/manifest.json`);
const agreed: Record<string, Agreed> = readJson(record);
const entry = "src/entry-client.tsx";

let grown = 0;
for (const [page, { kilobytes, why }] of Object.entries(agreed)) {
  const measured = weigh(page === entry ? [entry] : [entry, page]);
  console.log(`${measured.toFixed(1)} KB (agreed ${kilobytes}) ${page}`);
  if (measured <= kilobytes + tolerance) continue;
  grown += 1;
  console.log(`  It was agreed because: ${why}`);
  console.log(`  Load less, or write the new figure and its reason into ${record}.`);
}
process.exitCode = grown === 0 ? 0 : 1;

/** Kilobytes of scripts and styles, compressed as they are served. */
function weigh(roots: string[]): number {
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
