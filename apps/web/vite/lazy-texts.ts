import type { Plugin } from "vite";
import { communities, entry, listLoaded, publicPages, settings } from "./chunks.ts";

/** Modules that may name texts; those of ui/ get their texts as props or by a context. */
export const namesTexts = /\/apps\/web\/src\/(features|routes|widgets)\//;
const dynamicImport = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
const ownImport =
  'import { withCommunityTexts, withMoreTexts, withPublicTexts, withSettingTexts } from "#lib/i18n/catalogs.ts";\n';

function chooseWrapper(target: string): string {
  if (publicPages.includes(target)) return "withPublicTexts";
  if (settings.test(target)) return "withSettingTexts";
  return communities.test(target) ? "withCommunityTexts" : "withMoreTexts";
}

/**
 * Makes dynamic imports wait for the texts that are not in the first file. Stands after the router's plugin, which splits the routes.
 */
export function lazyTexts(): Plugin {
  return {
    name: "toibako:lazy-texts",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    enforce: "pre",
    transform(code, id) {
      if (!namesTexts.test(id)) return undefined;
      const changed = code.replace(
        dynamicImport,
        (code, target: string) => `${chooseWrapper(target)}(${code})`,
      );
      return changed === code ? undefined : ownImport + changed;
    },
    buildEnd(error) {
      if (error) return;
      // Dynamic imports in other modules don't wait for texts, so they may not load modules that name
      // texts, except those that are loaded at the start.
      const loadedAtStart = listLoaded(entry, this);
      for (const id of this.getModuleIds()) {
        if (namesTexts.test(id)) continue;
        const parts = this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
        const part = [...listLoaded(parts, this)].find(
          (id) => namesTexts.test(id) && !loadedAtStart.has(id),
        );
        if (part) this.error(`${id} loads ${part} without its texts; load it from a widget.`);
      }
    },
  };
}
