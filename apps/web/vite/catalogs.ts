import { resolve } from "node:path";
import { isLocale, locales } from "@toibako/contract/locales.ts";
import type { Plugin, ViteDevServer } from "vite";
import type { TextGroup } from "../src/lib/page/public-routes.ts";
import {
  communityModules,
  entryModules,
  listLoadedOutside,
  type Modules,
  publicPageModules,
  settingsModules,
} from "./chunks.ts";
import { type Catalogs, checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";
import { findKeysOfModules, findKeysOfPages, type TextChunks } from "./text-groups.ts";

/** Matches the id of a module with texts: its group and its locale. */
const moduleAddress = /^virtual:(catalog|(?:public|more|community|setting)-texts)\/(.+)$/;
/** Matches the string that stands for the texts of a module until the groups are known. */
const placeholder = /(["'`])(catalog|(?:public|more|community|setting)-texts)\/[\w-]+\1/;
const folder = resolve(import.meta.dirname, "../src/locales");
const typesFile = resolve(import.meta.dirname, "../src/locales.gen.ts");

/**
 * Compiles src/locales into five modules per language, `virtual:<group>/<locale>`, and writes the type
 * of all keys. In the browser's build, each group contains a part of the texts:
 *
 * - `catalog`: the texts that the code of the shell and the profile uses.
 * - `public-texts`: the further texts that the other public pages use.
 * - `community-texts` and `setting-texts`: the texts that only communities or only settings use.
 * - `more-texts`: all other texts, and again those of `public-texts`, so that no page needs both groups.
 *
 * On the server and in development, `catalog` contains all texts. The build fails if a text is missing in
 * a language.
 */
export function catalogs(): Plugin {
  let current: Catalogs;
  /** Whether the texts are divided into groups. */
  let isDivided = false;
  let keysByGroup: Record<TextGroup, Set<string>> | undefined;

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
   * Returns code for the texts of a language whose keys `isWanted` accepts. The code parses JSON, which is
   * quicker than running a large object literal.
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
      keysByGroup = undefined;
      readTexts();
    },
    configureServer(server) {
      server.watcher.add(folder);
      server.watcher.on("all", (_event, path) => {
        if (path.startsWith(folder) && path.endsWith(".json")) refresh(server);
      });
    },
    resolveId: (id) => (moduleAddress.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, group, locale = ""] = moduleAddress.exec(id.slice(1)) ?? [];
      if (group === undefined) return undefined;
      // Which texts a group contains is known only when all chunks have been made, so `renderChunk` inserts them.
      if (isDivided) return `export default "${group}/${locale}";\n`;
      return `export default ${writeTexts(locale, () => group === "catalog")};\n`;
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const [, group, locale = ""] = moduleAddress.exec(chunk.facadeModuleId?.slice(1) ?? "") ?? [];
      if (!isDivided || group === undefined) return undefined;
      keysByGroup ??= divideKeys(chunks, this, new Set(current.ja.keys()));
      const keys = keysByGroup[group as TextGroup];
      const texts = writeTexts(locale, (key) => keys.has(key));
      return code.replace(placeholder, () => texts);
    },
  };
}

/** Returns the keys of each group of texts. */
function divideKeys(
  chunks: TextChunks,
  modules: Modules,
  keys: Set<string>,
): Record<TextGroup, Set<string>> {
  const catalogKeys = findKeysOfPages(chunks, entryModules, keys);
  const otherKeys = subtract(keys, catalogKeys);
  const publicPageKeys = findKeysOfPages(chunks, publicPageModules, keys);
  const findKeysUsedOutside = (parts: RegExp) =>
    findKeysOfModules(chunks, listLoadedOutside(parts, modules), keys);
  const communityKeys = subtract(otherKeys, findKeysUsedOutside(communityModules));
  const settingKeys = subtract(otherKeys, findKeysUsedOutside(settingsModules));
  return {
    catalog: catalogKeys,
    "public-texts": subtract(publicPageKeys, catalogKeys),
    "more-texts": subtract(otherKeys, communityKeys, settingKeys),
    "community-texts": communityKeys,
    "setting-texts": settingKeys,
  };
}

const subtract = (keys: Set<string>, ...subtracted: Set<string>[]) =>
  new Set([...keys].filter((key) => !subtracted.some((group) => group.has(key))));
