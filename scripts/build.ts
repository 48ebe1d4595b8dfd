import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type Outcome, runQuietly } from "./run.ts";

const SOURCES = ["apps/web/**/*", "packages/contract/**/*", "package-lock.json"];
const NOT_SOURCE = /(^|\/)(dist|node_modules)(\/|$)|\.gen\.ts$|\.test\.tsx?$/;
const STAMP = "apps/web/dist/.built";

/**
 * Builds the pages when what is built is not what the sources say, or a file of `required` is
 * missing. Answers undefined when nothing was to be done.
 */
export async function buildIfStale(required: string[] = []): Promise<Outcome | undefined> {
  const before = fingerprint();
  if (required.every((path) => existsSync(path)) && readStamp() === before) return undefined;
  const outcome = await runQuietly(["npm", "run", "build"]);
  if (outcome.code === 0) writeFileSync(STAMP, before);
  return outcome;
}

/** Contents, not times: a copy or a checkout of the same sources is not stale. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const paths = globSync(SOURCES, { exclude: ["**/dist", "**/node_modules"] });
  const sources = paths.filter((path) => !NOT_SOURCE.test(path) && statSync(path).isFile());
  for (const path of sources.sort()) {
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function readStamp(): string | undefined {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
}
