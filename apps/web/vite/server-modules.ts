import { join } from "node:path";
import type { Plugin } from "vite";

/** The modules of ./server, each of which replaces `source` in the modules that match `importer`. */
const replacements: [importer: RegExp, source: RegExp, file: string][] = [
  [/apps\/web\/src/, /^@tanstack\/react-query$/, "query.ts"],
];

/**
 * Replaces parts of libraries in the server's bundle by faster ones that render the same HTML. The server
 * renders each page once, so most work of the original parts is of use in browsers only.
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
