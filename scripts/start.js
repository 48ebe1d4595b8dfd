// npm start, npm run dev (--dev), npm run demo (--demo): one process serves everything. Plain
// JavaScript, because a process that runs a TypeScript file keeps the code that strips types in memory.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { dev: { type: "boolean", default: false }, demo: { type: "boolean", default: false } },
});

if (process.platform === "linux" && process.env.MALLOC_ARENA_MAX === undefined) limitArenas();
process.env.NODE_ENV = values.dev ? "development" : "production";
if (values.demo) process.env.DEMO = "1";

if (values.dev || values.demo) await startSandboxProviders();
// In development, Vite compiles pages on request, and Node strips the types of changed modules.
if (!values.dev) prepare();
await import("../apps/server/src/main.ts");

/**
 * Starts the same command again in place of this process, with the environment variable for glibc's allocator.
 * By default, each thread gets an arena of its own, which keeps freed memory: with two arenas the server
 * takes 20 to 25 MB less after drawing pictures. A running process can't change this setting.
 */
function limitArenas() {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: "2" });
}

/** Starts the sandbox's sign-in providers, unless real providers are configured. */
async function startSandboxProviders() {
  if (Object.keys(process.env).some((name) => name.startsWith("OAUTH_"))) return;
  const { createProviderEnvironment, startProviders } = await import(
    "@toibako/sandbox/providers.ts"
  );
  // The demo's accounts are linked to X, so the sandbox must know them.
  const otherPeople = values.demo
    ? (await import("../apps/server/src/demo/people-on-x.ts")).peopleOnX
    : [];
  const public_url = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT || 3000}`;
  const providers = await startProviders({
    public_url: public_url.replace(/\/+$/, ""),
    otherPeople,
  });
  Object.assign(process.env, createProviderEnvironment(providers));
}

/** Builds stale pages and modules in a separate process, whose memory is released when it ends. */
function prepare() {
  const script = fileURLToPath(new URL("prepare.ts", import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
