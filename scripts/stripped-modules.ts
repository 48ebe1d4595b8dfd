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

/** The modules that the server's process imports. */
const sources = [
  "apps/server/src/**/*.ts",
  "apps/web/src/lib/**/*.ts",
  "packages/contract/src/**/*.ts",
];

/**
 * Writes the server's modules without their types into one folder, if their sources have changed.
 * Lines and columns stay the same, so that stack traces point into the sources.
 */
export function stripStaleModules(): void {
  // Hides the warning that `stripTypeScriptTypes` is experimental. Node runs TypeScript with the
  // same code.
  process.removeAllListeners("warning");
  for (const path of globSync(sources, { cwd: root, exclude: ["**/*.test.ts"] })) {
    const source = join(root, path);
    const stripped = locateStripped(source);
    if (isCurrent(stripped, source)) continue;
    mkdirSync(dirname(stripped), { recursive: true });
    const { atime, mtime } = statSync(source);
    const written = `${stripped}.new`;
    writeFileSync(written, stripTypeScriptTypes(readFileSync(source, "utf8")));
    // `isCurrent` compares modification times, so the written module gets that of its source.
    utimesSync(written, atime, mtime);
    renameSync(written, stripped);
  }
}
