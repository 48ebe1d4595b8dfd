import { resolve } from "node:path";
import { isLocale, locales } from "@toibako/contract/locales.ts";
import type { Plugin, ViteDevServer } from "vite";
import { entry, publicPages } from "./chunks.ts";
import { type Catalogs, checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";
import { findKeysOfPages } from "./text-groups.ts";

const address = /^virtual:(catalog|more-texts)\/(.+)$/;
const folder = resolve(import.meta.dirname, "../src/locales");
const types = resolve(import.meta.dirname, "../src/locales.gen.ts");

/**
 * Compiles src/locales into two modules per language, `virtual:catalog/<locale>` and
 * `virtual:more-texts/<locale>`, and writes the type of all keys. The browser's build divides the
 * texts by what the chunks of public pages name; elsewhere all are in the first module. Refuses to
 * build while a language lacks a text.
 */
export function catalogs(): Plugin {
  let current: Catalogs;
  let divides = false;
  let publicKeys: Set<string> | undefined;

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
        const module = moduleGraph.getModuleById(`\0virtual:catalog/${locale}`);
        if (module) moduleGraph.invalidateModule(module);
      }
    }
    server.environments.client.hot.send({ type: "full-reload" });
  }

  /** The texts of a language that `isWanted`; parsing JSON is quicker than running a large object literal. */
  function writeTexts(locale: string, isWanted: (key: string) => boolean): string {
    if (!isLocale(locale)) throw new Error(`There is no language "${locale}"`);
    const texts = Object.fromEntries([...current[locale]].filter(([key]) => isWanted(key)));
    return `JSON.parse(${JSON.stringify(JSON.stringify(texts))})`;
  }

  return {
    name: "toibako:catalogs",
    configResolved: ({ command, build }) => {
      divides = command === "build" && !build.ssr;
    },
    buildStart() {
      publicKeys = undefined;
      read();
    },
    configureServer(server) {
      server.watcher.add(folder);
      server.watcher.on("all", (_event, path) => {
        if (path.startsWith(folder) && path.endsWith(".json")) refresh(server);
      });
    },
    resolveId: (id) => (address.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, group, locale = ""] = address.exec(id.slice(1)) ?? [];
      if (group === undefined) return undefined;
      // Which texts belong to the module is known only once all chunks are; `renderChunk` inserts them.
      if (divides) return `export default "${group}/${locale}";\n`;
      return `export default ${writeTexts(locale, () => group === "catalog")};\n`;
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const [, group, locale = ""] = address.exec(chunk.facadeModuleId?.slice(1) ?? "") ?? [];
      if (!divides || group === undefined) return undefined;
      publicKeys ??= findKeysOfPages(
        chunks,
        [...entry, ...publicPages],
        new Set(current.ja.keys()),
      );
      const texts = writeTexts(locale, (key) => publicKeys?.has(key) === (group === "catalog"));
      return code.replace(/(["'`])(catalog|more-texts)\/[\w-]+\1/, () => texts);
    },
  };
}
