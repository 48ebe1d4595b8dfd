// npm start, npm run dev (--dev), npm run demo (--demo): one process serves everything.
import { parseArgs } from "node:util";
import { buildAndReport } from "./build.ts";

const { values } = parseArgs({
  options: { dev: { type: "boolean", default: false }, demo: { type: "boolean", default: false } },
});

process.env.NODE_ENV = values.dev ? "development" : "production";
if (values.demo) process.env.DEMO = "1";

const public_url = (
  process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT || 3000}`
).replace(/\/+$/, "");
if (values.dev || values.demo) await startSandboxProviders();
if (values.demo) await startPaymentSandbox();
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
  const providers = await startProviders({ public_url, otherPeople });
  Object.assign(process.env, createProviderEnvironment(providers));
}

/** Starts the sandbox of GMO Payment Gateway with its three carriers, unless a payment provider is configured. */
async function startPaymentSandbox(): Promise<void> {
  if (process.env.PAYMENT_PROVIDER) return;
  const { startGmo } = await import("@toibako/sandbox/gmo.ts");
  const sandbox = await startGmo(0, { notify_url: `${public_url}/payment/notifications/gmo` });
  const seller = {
    SELLER_NAME: "Toibako (demo)",
    SELLER_REPRESENTATIVE: "Hako Toi",
    SELLER_ADDRESS: "1-1 Chiyoda, Chiyoda-ku, Tokyo",
    SELLER_PHONE: "03-0000-0000",
    SELLER_EMAIL: "seller@toibako.example",
  };
  // What the caller has set is kept.
  for (const [name, value] of Object.entries({ ...seller, ...sandbox.environment })) {
    process.env[name] ||= value;
  }
  console.log(
    "Payments go to a sandbox. Any card number of 10 to 16 digits works; see packages/sandbox/src/gmo.ts.",
  );
}
