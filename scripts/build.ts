// npm run build: builds the pages, if their sources have changed. npm start runs it first.
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Outcome, runAndCapture } from "./run.ts";

const sourceGlobs = ["apps/web/**/*", "packages/contract/**/*", "package-lock.json"];
const ignoredPath = /(^|\/)(dist|node_modules)(\/|$)|\.gen\.ts$|\.test\.tsx?$/;
const web = "apps/web";
const dist = join(web, "dist");
const builtHashFile = join(dist, ".built");
/** Milliseconds for which a process waits until another one has built the pages. */
const maxWait = 600_000;
/** The exit code of a process that was killed, above all for lack of memory. */
const killed = 137;

/**
 * Builds the pages if their sources changed since the last build or a file of `required` is missing.
 * Returns undefined if the build is current. Of several processes one builds, and the others wait.
 */
export async function buildIfStale(required: string[] = []): Promise<Outcome | undefined> {
  const isCurrent = () =>
    required.every((path) => existsSync(path)) && readBuiltHash() === hashSources();
  if (isCurrent()) return undefined;
  const unlock = lockBuild();
  try {
    return isCurrent() ? undefined : await build();
  } finally {
    unlock();
  }
}

async function build(): Promise<Outcome> {
  const before = hashSources();
  // A build that is interrupted must not look like that of the last sources.
  rmSync(builtHashFile, { force: true });
  const client = await runAndCapture(["vite", "build"], {}, web);
  if (client.code !== 0) return client;
  const server = await runAndCapture(["vite", "build", "--ssr"], {}, web);
  if (server.code === 0) writeFileSync(builtHashFile, before);
  return { code: server.code, output: client.output + server.output };
}

/** SQLite uses a file lock, which the operating system releases when the process ends or crashes. */
function lockBuild(): () => void {
  mkdirSync(dist, { recursive: true });
  const lock = new DatabaseSync(join(dist, ".lock"), { timeout: maxWait });
  lock.exec("begin exclusive");
  return () => lock.close();
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

/** Builds stale pages and prints the result; returns the exit code. */
export async function buildAndReport(): Promise<number> {
  const started = Date.now();
  const built = await buildIfStale();
  if (built?.code === killed) {
    console.error(
      "The pages could not be built: the build was killed, probably because it lacked memory; it needs\n" +
        "512 MB. Run `npm ci && npm run build` on a larger machine, and copy the folder to this one.",
    );
  } else if (built && built.code !== 0) console.error(built.output);
  else if (built)
    console.log(`Built the pages in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return built?.code ?? 0;
}

if (import.meta.main) process.exitCode = await buildAndReport();
