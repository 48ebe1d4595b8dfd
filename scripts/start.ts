// npm start, npm run dev (--dev), npm run demo (--demo): one process serves everything.
import { parseArgs } from "node:util";
import { buildAndReport } from "./build.ts";

const { values } = parseArgs({
  options: { dev: { type: "boolean", default: false }, demo: { type: "boolean", default: false } },
});

process.env.NODE_ENV = values.dev ? "development" : "production";
if (values.demo) process.env.DEMO = "1";

if (values.dev || values.demo) await startSandboxProviders();
// In development, Vite compiles pages on request.
if (!values.dev) {
  const code = await buildAndReport();
  if (code !== 0) process.exit(code);
}
await import("../apps/server/src/main.ts");

/** Starts the sandbox's sign-in providers, unless real providers are configured. */
async function startSandboxProviders(): Promise<void> {
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
