import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import {
  communityModules,
  entryModules,
  listLoaded,
  publicPageModules,
  settingsModules,
} from "./chunks.ts";

/** Matches the modules that may use texts by their keys; those of ui/ get texts as props or by a context. */
export const textUserPattern = /\/apps\/web\/src\/(features|routes|widgets)\//;
const dynamicImport = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
const ownImport =
  'import { withCommunityTexts, withMoreTexts, withPublicTexts, withSettingTexts } from "#lib/i18n/catalogs.ts";\n';

function chooseWrapper(target: string): string {
  if (publicPageModules.includes(target)) return "withPublicTexts";
  if (settingsModules.test(target)) return "withSettingTexts";
  return communityModules.test(target) ? "withCommunityTexts" : "withMoreTexts";
}

/**
 * Makes each dynamic import also wait for the texts that the imported module needs and that the group
 * `catalog` lacks. Must run after the router's plugin, which splits the routes.
 */
export function lazyTexts(): Plugin {
  return {
    name: "toibako:lazy-texts",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    enforce: "pre",
    transform(code, id) {
      if (!textUserPattern.test(id)) return undefined;
      const changed = code.replace(dynamicImport, (importCode, target: string) => {
        const path = target.startsWith(".") ? join(dirname(id), target) : target;
        return `${chooseWrapper(path)}(${importCode})`;
      });
      return changed === code ? undefined : ownImport + changed;
    },
    buildEnd(error) {
      if (error) return;
      // Dynamic imports in other modules don't wait for texts. So they may only load modules that use no
      // texts, or that are loaded at the start anyway.
      const loadedAtStart = listLoaded(entryModules, this);
      for (const id of this.getModuleIds()) {
        if (textUserPattern.test(id)) continue;
        const parts = this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
        const part = [...listLoaded(parts, this)].find(
          (id) => textUserPattern.test(id) && !loadedAtStart.has(id),
        );
        if (part) this.error(`${id} loads ${part} without its texts; load it from a widget.`);
      }
    },
  };
}
