import { join } from "node:path";
import type { Plugin } from "vite";

/** Modules that the server's bundle takes in the place of a library's, by what the importer names. */
const replacements: [importer: RegExp, source: RegExp, file: string][] = [
  [/lucide-react/, /\/Icon\.mjs$/, "icon.ts"],
  [/apps\/web\/src/, /^@tanstack\/react-query$/, "query.ts"],
];

/**
 * Gives the server's bundle leaner versions of library components, which give the same HTML. A page is
 * rendered once and nothing in it changes, so most of what the originals prepare is for browsers.
 */
export function serverModules(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "toibako:server-modules",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer = "") {
      const found = replacements.find((each) => each[0].test(importer) && each[1].test(source));
      if (!found || importer.includes("/vite/server/")) return undefined;
      replaced.add(found[2]);
      return join(import.meta.dirname, "server", found[2]);
    },
    buildEnd(error) {
      for (const [, source, file] of replacements) {
        if (!error && !replaced.has(file)) this.error(`Nothing imports ${source} any more.`);
      }
    },
  };
}
