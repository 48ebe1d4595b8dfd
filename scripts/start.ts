// npm start, npm run dev (--dev), npm run demo (--demo): one process serves everything.
import { parseArgs } from "node:util";
import { buildIfStale } from "./build.ts";

const { values } = parseArgs({
  options: { dev: { type: "boolean", default: false }, demo: { type: "boolean", default: false } },
});

process.env.NODE_ENV = values.dev ? "development" : "production";
if (values.demo) process.env.DEMO = "1";

if (values.dev || values.demo) await startSandboxProviders();
// In development, Vite compiles pages on request.
if (!values.dev) await buildPages();
await import("../apps/server/src/main.ts");

/** Starts the sandbox's sign-in providers, unless real providers are configured. */
async function startSandboxProviders(): Promise<void> {
  if (Object.keys(process.env).some((name) => name.startsWith("OAUTH_"))) return;
  const { createProviderEnvironment, startProviders } = await import(
    "@toibako/sandbox/providers.ts"
  );
  const public_url = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT || 3000}`;
  const providers = await startProviders({ public_url: public_url.replace(/\/+$/, "") });
  Object.assign(process.env, createProviderEnvironment(providers));
}

async function buildPages(): Promise<void> {
  const started = Date.now();
  const built = await buildIfStale();
  if (built === undefined) return;
  if (built.code !== 0) {
    console.error(built.output);
    process.exit(1);
  }
  console.log(`Built the pages in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
