import { resolve } from "node:path";
import { isLocale, locales } from "@toibako/contract/locales.ts";
import type { Plugin, ViteDevServer } from "vite";
import type { TextGroup } from "../src/lib/page/public-routes.ts";
import { communities, entry, profile, publicPages } from "./chunks.ts";
import { type Catalogs, checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";
import { findKeysOfPages, findKeysOutside, type TextChunks } from "./text-groups.ts";

const address = /^virtual:(catalog|public-texts|more-texts|community-texts)\/(.+)$/;
const placeholder = /(["'`])(catalog|public-texts|more-texts|community-texts)\/[\w-]+\1/;
const folder = resolve(import.meta.dirname, "../src/locales");
const types = resolve(import.meta.dirname, "../src/locales.gen.ts");

/**
 * Compiles src/locales into four modules per language, `virtual:<group>/<locale>`, and writes the type
 * of all keys. In the browser's build the first module has the texts that the shell and the profile
 * name, the second has those that only other public pages name, the fourth has those that only
 * communities name, and the third has all but the first's and the fourth's. Elsewhere the first module has all texts. Refuses to build while a language lacks a text.
 */
export function catalogs(): Plugin {
  let current: Catalogs;
  let divides = false;
  let keysOf: Record<TextGroup, Set<string>> | undefined;

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
      divides = command === "build" && !build.ssr;
    },
    buildStart() {
      keysOf = undefined;
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
      // Which texts the module needs is known after all chunks are made; `renderChunk` inserts them.
      if (divides) return `export default "${group}/${locale}";\n`;
      return `export default ${writeTexts(locale, () => group === "catalog")};\n`;
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const [, group, locale = ""] = address.exec(chunk.facadeModuleId?.slice(1) ?? "") ?? [];
      if (!divides || group === undefined) return undefined;
      keysOf ??= divideKeys(chunks, new Set(current.ja.keys()));
      const keys = keysOf[group as TextGroup];
      const texts = writeTexts(locale, (key) => keys.has(key));
      return code.replace(placeholder, () => texts);
    },
  };
}

/** The keys of each group. The third repeats the second, so that no page needs all three. */
function divideKeys(chunks: TextChunks, keys: Set<string>): Record<TextGroup, Set<string>> {
  const first = findKeysOfPages(chunks, [...entry, ...profile], keys);
  const ofPublicPages = findKeysOfPages(chunks, publicPages, keys);
  const ofOthers = findKeysOutside(chunks, communities, keys);
  const isOfCommunities = (key: string) => key.startsWith("communities.") && !ofOthers.has(key);
  return {
    catalog: first,
    "public-texts": new Set([...ofPublicPages].filter((key) => !first.has(key))),
    "more-texts": new Set([...keys].filter((key) => !first.has(key) && !isOfCommunities(key))),
    "community-texts": new Set([...keys].filter(isOfCommunities)),
  };
}
