import { resolve } from "node:path";
import { isLocale, locales } from "@toibako/contract/locales.ts";
import type { Plugin, ViteDevServer } from "vite";
import { publicModules } from "./chunks.ts";
import { type Catalogs, checkCatalogs, readCatalogs, writeTypes } from "./messages.ts";
import { findKeysOfPages } from "./text-keys.ts";

/** Matches the id of a module with texts: its group and its locale. */
const moduleAddress = /^virtual:(public|other|billing|games|staff)-texts\/(.+)$/;
/** Matches the string that stands for the texts of a module until the groups are known. */
const placeholder = /(["'`])(public|other|billing|games|staff)-texts\/[\w-]+\1/;
const folder = resolve(import.meta.dirname, "../src/locales");
const typesFile = resolve(import.meta.dirname, "../src/locales.gen.ts");

/** The groups of texts whose catalogs have the same name in front, such as `staff` and `staff_people`. */
const namedGroups = ["billing", "games", "staff"];

/**
 * Compiles src/locales into four modules per language and writes the type of all keys. In the browser's build,
 * `virtual:public-texts/<locale>` contains the texts that the code of public pages uses,
 * `virtual:billing-texts/<locale>` those of payment, which few visits need, `virtual:games-texts/<locale>` those
 * of games, which most sites don't have, `virtual:staff-texts/<locale>` those of the console, and
 * `virtual:other-texts/<locale>` all others. On the server and in development, the first one contains all texts. The
 * build fails if a text is missing in a language.
 */
export function catalogs(): Plugin {
  let current: Catalogs;
  /** Whether the texts are divided into groups. */
  let isDivided = false;
  let publicKeys: Set<string> | undefined;

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
        const module = moduleGraph.getModuleById(`\0virtual:public-texts/${locale}`);
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
      publicKeys = undefined;
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
      if (isDivided) return `export default "${group}-texts/${locale}";\n`;
      return `export default ${writeTexts(locale, () => group === "public")};\n`;
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const [, group, locale = ""] = moduleAddress.exec(chunk.facadeModuleId?.slice(1) ?? "") ?? [];
      if (!isDivided || group === undefined) return undefined;
      publicKeys ??= findKeysOfPages(chunks, publicModules, new Set(current.ja.keys()));
      const findGroup = (key: string) => {
        if (publicKeys?.has(key)) return "public";
        return namedGroups.find((name) => new RegExp(`^${name}[._]`).test(key)) ?? "other";
      };
      const texts = writeTexts(locale, (key) => findGroup(key) === group);
      return code.replace(placeholder, () => texts);
    },
  };
}
