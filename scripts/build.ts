import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { type Outcome, runQuietly } from "./run.ts";

const SOURCES = ["apps/web/**/*", "packages/contract/**/*", "package-lock.json"];
const NOT_SOURCE = /(^|\/)(dist|node_modules)(\/|$)|\.gen\.ts$|\.test\.tsx?$/;
const STAMP = "apps/web/dist/.built";
const GENERATED = ["apps/web/src/route-tree.gen.ts", "apps/web/src/locales.gen.ts"];

/** Builds the pages when what is built is not what the sources say. Returns undefined if it is. */
export async function buildIfStale(): Promise<Outcome | undefined> {
  const before = fingerprint();
  if (GENERATED.every((path) => existsSync(path)) && readStamp() === before) return undefined;
  const outcome = await runQuietly(["npm", "run", "build"]);
  if (outcome.code === 0) writeFileSync(STAMP, before);
  return outcome;
}

/** Contents, not times: a copy or a checkout of the same sources is not stale. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const entries = globSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => `${entry.parentPath}/${entry.name}`);
  for (const path of paths.filter((path) => !NOT_SOURCE.test(path)).sort()) {
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function readStamp(): string | undefined {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
}
