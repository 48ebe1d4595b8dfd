import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { isCurrent, locateStripped, root } from "./use-stripped-modules.js";

/** What the server's process imports. */
const sources = [
  "apps/server/src/**/*.ts",
  "apps/web/src/lib/**/*.ts",
  "packages/contract/src/**/*.ts",
];

/**
 * Writes the server's modules without types beside each other into one folder. Positions stay the
 * same, so that stack traces name lines of the sources.
 */
export function stripStaleModules(): void {
  // Node 24 calls the function experimental; what it writes is what Node itself runs.
  process.removeAllListeners("warning");
  for (const path of globSync(sources, { cwd: root, exclude: ["**/*.test.ts"] })) {
    const source = join(root, path);
    const stripped = locateStripped(source);
    if (isCurrent(stripped, source)) continue;
    mkdirSync(dirname(stripped), { recursive: true });
    writeFileSync(stripped, stripTypeScriptTypes(readFileSync(source, "utf8")));
  }
}
