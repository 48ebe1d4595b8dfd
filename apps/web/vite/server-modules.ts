import { join } from "node:path";
import type { Plugin } from "vite";

/** Modules of ./server that take the place of `source` where `importer` imports it. */
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
      // The replacements themselves import the originals.
      if (importer.includes("/vite/server/")) return undefined;
      const replacement = replacements.find(
        ([importerPattern, sourcePattern]) =>
          importerPattern.test(importer) && sourcePattern.test(source),
      );
      if (!replacement) return undefined;
      const [, , file] = replacement;
      replaced.add(file);
      return join(import.meta.dirname, "server", file);
    },
    buildEnd(error) {
      for (const [, source, file] of replacements) {
        if (!error && !replaced.has(file)) this.error(`Nothing imports ${source} any more.`);
      }
    },
  };
}
