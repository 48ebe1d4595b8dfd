import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type Outcome, runAndCapture } from "./run.ts";

const sourceGlobs = ["apps/web/**/*", "packages/contract/**/*", "package-lock.json"];
const ignoredPath = /(^|\/)(dist|node_modules)(\/|$)|\.gen\.ts$|\.test\.tsx?$/;
const builtHashFile = "apps/web/dist/.built";

/**
 * Builds the pages if their sources changed since the last build or a file of `required` is missing.
 * Returns undefined if the build is current.
 */
export async function buildIfStale(required: string[] = []): Promise<Outcome | undefined> {
  const before = hashSources();
  if (required.every((path) => existsSync(path)) && readBuiltHash() === before) return undefined;
  const outcome = await runAndCapture(["npm", "run", "build"]);
  if (outcome.code === 0) writeFileSync(builtHashFile, before);
  return outcome;
}

/** Hashes contents, not times, so that a checkout of the same sources needs no build. */
function hashSources(): string {
  const hash = createHash("sha256");
  const paths = globSync(sourceGlobs, { exclude: ["**/dist", "**/node_modules"] });
  const sources = paths.filter((path) => !ignoredPath.test(path) && statSync(path).isFile());
  for (const path of sources.sort()) {
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function readBuiltHash(): string | undefined {
  return existsSync(builtHashFile) ? readFileSync(builtHashFile, "utf8") : undefined;
}
