import { readFile, stat } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const folder = fileURLToPath(new URL("../../../packages/contract/src/", import.meta.url));

/** Matches the source of a module that declares schemas or endpoints. Other modules stay unchanged. */
const schemaModulePattern = /^import (?!type\b)[^;]*from "typebox|\bdefineEndpoint\(/m;

/**
 * Replaces the contract's modules with schemas by their exports as JSON constants, so that no schema
 * library reaches the browser.
 */
export function contract(): Plugin {
  return {
    name: "toibako:contract",
    enforce: "pre",
    async load(id) {
      if (!id.startsWith(folder) || !id.endsWith(".ts")) return undefined;
      // `endpoint.ts` matches the pattern too, but exports functions.
      if (id.endsWith("/endpoint.ts") || !schemaModulePattern.test(await readFile(id, "utf8")))
        return undefined;
      const { mtimeMs } = await stat(id);
      const address = `${pathToFileURL(id).href}?changed=${mtimeMs}`;
      const module = (await import(address)) as Record<string, unknown>;
      return { code: formatModule(module, id), moduleSideEffects: false };
    },
  };
}

/** Writes each export as a constant, so that the bundler drops unused ones. */
export function formatModule(module: Record<string, unknown>, id: string): string {
  return Object.entries(module)
    .map(([name, value]) => `export const ${name} = ${formatLiteral(name, value, id)};\n`)
    .join("");
}

function formatLiteral(name: string, value: unknown, id: string): string {
  const plain = isEndpoint(value) ? selectFieldsForBrowser(value) : value;
  const json = plain instanceof Set || plain instanceof Map ? undefined : JSON.stringify(plain);
  if (json !== undefined) return json;
  throw new Error(`${id}: "${name}" is not plain data; move it to a module without schemas`);
}

interface EndpointLike {
  name: string;
  method: string;
  path: string;
  body?: unknown;
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

/** Returns the fields of an endpoint that a caller needs, without responses and errors. */
function selectFieldsForBrowser({ name, method, path, body }: EndpointLike) {
  return { name, method, path, body };
}
