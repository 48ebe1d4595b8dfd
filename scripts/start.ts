// npm start, npm run dev (--dev), npm run demo (--demo): one process serves everything.
import { parseArgs } from "node:util";
import { buildIfStale } from "./build.ts";

const { values } = parseArgs({
  options: { dev: { type: "boolean", default: false }, demo: { type: "boolean", default: false } },
});

process.env.NODE_ENV = values.dev ? "development" : "production";
if (values.demo) process.env.DEMO = "1";

// In development the pages are compiled as they are asked for.
if (!values.dev) await build();
await import("../apps/server/src/main.ts");

async function build(): Promise<void> {
  const started = Date.now();
  const built = await buildIfStale();
  if (built === undefined) return;
  if (built.code !== 0) {
    console.error(built.output);
    process.exit(1);
  }
  console.log(`Built the pages in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
