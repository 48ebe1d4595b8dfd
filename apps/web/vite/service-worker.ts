import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { contract } from "./contract.ts";

/**
 * Builds the service worker as the script `/service-worker.js`, so that its scope is the whole site. It
 * contains a hash of the names of the built files, which identifies the release. So the script differs in
 * each release, and browsers install the new one.
 */
export function serviceWorker(): Plugin {
  return {
    name: "toibako:service-worker",
    apply: "build",
    async generateBundle(_options, bundle) {
      const hash = createHash("sha256").update(Object.keys(bundle).sort().join("\n"));
      const release = hash.digest("base64url").slice(0, 12);
      this.emitFile({
        type: "asset",
        fileName: "service-worker.js",
        source: await buildWorker(release),
      });
    },
  };
}

async function buildWorker(release: string): Promise<string> {
  const results = await build({
    configFile: false,
    root: join(import.meta.dirname, ".."),
    logLevel: "warn",
    publicDir: false,
    plugins: [contract()],
    define: { __RELEASE__: JSON.stringify(release) },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: {
        input: "src/service-worker.ts",
        output: { format: "iife" },
      },
    },
  });
  for (const result of [results].flat()) {
    const script = "output" in result && result.output.find((file) => file.type === "chunk");
    if (script) return script.code;
  }
  throw new Error("The service worker was not built");
}
