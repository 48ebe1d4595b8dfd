import { resolve } from "node:path";
import { isLocale, locales } from "@toibako/contract/locales.ts";
import type { Plugin, ViteDevServer } from "vite";
import type { TextGroup } from "../src/lib/page/public-routes.ts";
import {
  communities,
  entry,
  listLoadedOutside,
  type Modules,
  publicPages,
  settings,
} from "./chunks.ts";
import { type Catalogs, checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";
import { findKeysOfModules, findKeysOfPages, type TextChunks } from "./text-groups.ts";

const address = /^virtual:(catalog|(?:public|more|community|setting)-texts)\/(.+)$/;
const placeholder = /(["'`])(catalog|(?:public|more|community|setting)-texts)\/[\w-]+\1/;
const folder = resolve(import.meta.dirname, "../src/locales");
const typesFile = resolve(import.meta.dirname, "../src/locales.gen.ts");

/**
 * Compiles src/locales into five modules per language, `virtual:<group>/<locale>`, and writes the type
 * of all keys. In the browser's build these groups have a part of the texts each:
 *
 * - `catalog`: those that the shell and the profile name.
 * - `public-texts`: those that only other public pages name.
 * - `community-texts` and `setting-texts`: those that only communities or only settings name.
 * - `more-texts`: all others, and once more those of `public-texts`, so that no page needs both.
 *
 * On the server and in development, `catalog` has all texts. Refuses to build while a language lacks a
 * text.
 */
export function catalogs(): Plugin {
  let current: Catalogs;
  let isDivided = false;
  let keysOf: Record<TextGroup, Set<string>> | undefined;

  function readTexts() {
    current = readCatalogs(folder);
    writeTypes(current, typesFile);
    const problems = checkCatalogs(current);
    if (problems.length > 0) throw new Error(`Texts are incomplete:\n${problems.join("\n")}`);
  }

  function refresh(server: ViteDevServer) {
    try {
      readTexts();
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

  /**
   * The texts of a language whose keys `isWanted` accepts, as code: parsing JSON is quicker than running
   * a large object literal.
   */
  function writeTexts(locale: string, isWanted: (key: string) => boolean): string {
    if (!isLocale(locale)) throw new Error(`There is no language "${locale}"`);
    const texts = Object.fromEntries([...current[locale]].filter(([key]) => isWanted(key)));
    return `JSON.parse(${JSON.stringify(JSON.stringify(texts))})`;
  }

  return {
    name: "toibako:catalogs",
    configResolved: ({ command, build }) => {
      isDivided = command === "build" && !build.ssr;
    },
    buildStart() {
      keysOf = undefined;
      readTexts();
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
      // Which texts the module needs is known only when all chunks are made, so `renderChunk` inserts
      // them.
      if (isDivided) return `export default "${group}/${locale}";\n`;
      return `export default ${writeTexts(locale, () => group === "catalog")};\n`;
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const [, group, locale = ""] = address.exec(chunk.facadeModuleId?.slice(1) ?? "") ?? [];
      if (!isDivided || group === undefined) return undefined;
      keysOf ??= divideKeys(chunks, this, new Set(current.ja.keys()));
      const keys = keysOf[group as TextGroup];
      const texts = writeTexts(locale, (key) => keys.has(key));
      return code.replace(placeholder, () => texts);
    },
  };
}

/** The keys of each group of texts. */
function divideKeys(
  chunks: TextChunks,
  modules: Modules,
  keys: Set<string>,
): Record<TextGroup, Set<string>> {
  const ofCatalog = findKeysOfPages(chunks, entry, keys);
  const others = subtract(keys, ofCatalog);
  const ofPublicPages = findKeysOfPages(chunks, publicPages, keys);
  const findNamedOutside = (parts: RegExp) =>
    findKeysOfModules(chunks, listLoadedOutside(parts, modules), keys);
  const ofCommunities = subtract(others, findNamedOutside(communities));
  const ofSettings = subtract(others, findNamedOutside(settings));
  return {
    catalog: ofCatalog,
    "public-texts": subtract(ofPublicPages, ofCatalog),
    "more-texts": subtract(others, ofCommunities, ofSettings),
    "community-texts": ofCommunities,
    "setting-texts": ofSettings,
  };
}

const subtract = (keys: Set<string>, ...subtracted: Set<string>[]) =>
  new Set([...keys].filter((key) => !subtracted.some((group) => group.has(key))));
