import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { publicModules } from "./chunks.ts";

/** Matches the modules that may use texts by their keys; those of ui/ get texts as props or by a context. */
const textUserPattern = /\/apps\/web\/src\/(features|routes|widgets)\//;
/** Matches the modules that use the texts of payment, or import modules that do. */
const billingPattern = /\/apps\/web\/src\/(routes\/\$locale\/stg|widgets\/billing\/)/;
/** Matches the parts that show games on other pages, among them public ones, and use no other texts. */
const gamePartPattern = /\/apps\/web\/src\/widgets\/games\//;
/** Matches the page of all games. */
const gamesPagePattern = /\/apps\/web\/src\/routes\/\$locale\/games\b/;
/** Matches the pages of the console. */
const staffPattern = /\/apps\/web\/src\/(routes\/\$locale\/adm|widgets\/staff\/)/;
const dynamicImport = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
const ownImport =
  'import { withBillingTexts, withGamesTexts, withOtherTexts, withStaffTexts } from "#lib/i18n/catalogs.ts";\n';

/**
 * Makes each dynamic import of a part that isn't public also wait for the texts that public pages don't load. Must
 * run after the router's plugin, which splits the routes.
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
        return publicModules.includes(path) ? importCode : wrapImport(importCode, path);
      });
      return changed === code ? undefined : ownImport + changed;
    },
  };
}

/** Adds the functions that load the texts of the part at `path`. */
function wrapImport(importCode: string, path: string): string {
  if (gamePartPattern.test(path)) return `withGamesTexts(${importCode})`;
  const part = `withOtherTexts(${importCode})`;
  if (staffPattern.test(path)) return `withStaffTexts(${part})`;
  if (gamesPagePattern.test(path)) return `withGamesTexts(${part})`;
  return billingPattern.test(path) ? `withBillingTexts(${part})` : part;
}
