// Loaded before npm start, npm run dev and npm run demo, and by worker threads. Makes Node import the
// modules without types that scripts/stripped-modules.ts has written, so that the process doesn't load
// the code that strips types (16 MB). If such a module is missing or its source has changed since, Node
// strips the types itself.
import { readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The path of the module that is a source without its types.
 * @param {string} source
 */
export function locateStripped(source) {
  return join(root, "apps/server/dist", relative(root, source).replace(/\.ts$/, ".js"));
}

/**
 * Whether a module without types was made from the present source: both have the same modification time.
 * @param {string} stripped
 * @param {string} source
 */
export function isCurrent(stripped, source) {
  const written = statSync(stripped, { throwIfNoEntry: false });
  return written !== undefined && isSameTime(written.mtimeMs, statSync(source).mtimeMs);
}

/**
 * Compares times in milliseconds; file systems round them differently.
 * @param {number} one
 * @param {number} other
 */
function isSameTime(one, other) {
  return Math.abs(one - other) < 1;
}

registerHooks({
  load(url, context, loadNext) {
    if (!url.startsWith("file:") || !url.endsWith(".ts")) return loadNext(url, context);
    const source = fileURLToPath(url);
    const stripped = locateStripped(source);
    if (!isCurrent(stripped, source)) return loadNext(url, context);
    return { format: "module", source: readFileSync(stripped), shortCircuit: true };
  },
});
