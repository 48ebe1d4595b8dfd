import { resolve } from "node:path";
import { isLocale, locales } from "@toibako/contract/locales.ts";
import type { Plugin, ViteDevServer } from "vite";
import { type Catalogs, checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";

const prefix = "virtual:catalog/";
const folder = resolve(import.meta.dirname, "../src/locales");
const types = resolve(import.meta.dirname, "../src/locales.gen.ts");

/**
 * Compiles src/locales into one module per language, `virtual:catalog/<locale>`, and writes the
 * type of all keys. Refuses to build while a language lacks a text.
 */
export function catalogs(): Plugin {
  let current: Catalogs;

  function read() {
    current = readCatalogs(folder);
    writeTypes(current, types);
    const problems = checkCatalogs(current);
    if (problems.length > 0) throw new Error(`Texts are incomplete:\n${problems.join("\n")}`);
  }

  function refresh(server: ViteDevServer) {
    try {
      read();
    } catch (error) {
      server.config.logger.error((error as Error).message);
    }
    for (const { moduleGraph } of Object.values(server.environments)) {
      for (const locale of locales) {
        const module = moduleGraph.getModuleById(`\0${prefix}${locale}`);
        if (module) moduleGraph.invalidateModule(module);
      }
    }
    server.environments.client.hot.send({ type: "full-reload" });
  }

  return {
    name: "toibako:catalogs",
    buildStart: read,
    configureServer(server) {
      server.watcher.add(folder);
      server.watcher.on("all", (_event, path) => {
        if (path.startsWith(folder) && path.endsWith(".json")) refresh(server);
      });
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const locale = id.slice(prefix.length + 1);
      if (!isLocale(locale)) throw new Error(`There is no language "${locale}"`);
      const texts = Object.fromEntries(current[locale]);
      // Parsing a string of JSON is quicker than running an object literal of this size.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))});\n`;
    },
  };
}
