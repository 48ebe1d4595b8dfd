import {
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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
 * Writes the server's modules without types into one folder: those whose sources have changed.
 * Positions stay the same, so that stack traces name lines of the sources.
 */
export function stripStaleModules(): void {
  // Hides the warning that `stripTypeScriptTypes` is experimental: Node itself runs what it returns.
  process.removeAllListeners("warning");
  for (const path of globSync(sources, { cwd: root, exclude: ["**/*.test.ts"] })) {
    const source = join(root, path);
    const stripped = locateStripped(source);
    if (isCurrent(stripped, source)) continue;
    mkdirSync(dirname(stripped), { recursive: true });
    const { atime, mtime } = statSync(source);
    const written = `${stripped}.new`;
    writeFileSync(written, stripTypeScriptTypes(readFileSync(source, "utf8")));
    // The source's own time tells later that the module is that of this source, not of an older one.
    utimesSync(written, atime, mtime);
    renameSync(written, stripped);
  }
}
