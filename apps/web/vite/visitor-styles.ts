import type { Plugin } from "vite";
import { entryModules, listLoaded, type Modules, publicPageModules } from "./chunks.ts";
import { textUserPattern } from "./lazy-texts.ts";

/** The file of all styles, as `lib/page/all-styles.ts` imports it. */
const allStyles = /\/styles-[\w-]+\.css$/;

/** The id of the module that replaces `styles.css?url` in development, where all pages have the whole style sheet. */
const developmentStyles = "\0development-styles";

/**
 * Writes `visitor-styles.css`, the style sheet without the utilities that public pages don't use, for visitors
 * who arrive on such a page. Whatever they open next first loads the whole style sheet, in which the rules have
 * the same order.
 */
export function visitorStyles(): Plugin {
  let isBuild = false;
  return {
    name: "toibako:visitor-styles",
    enforce: "pre",
    config: (_config, { command }) => {
      isBuild = command === "build";
    },
    // If a module imported the address, Vite would reload the page after each change of a style.
    resolveId: (id) => (!isBuild && id.endsWith("/styles.css?url") ? developmentStyles : undefined),
    load: (id) => (id === developmentStyles ? 'export default "";' : undefined),
    generateBundle(_options, bundle) {
      const visitorModules = listVisitorModules(this, [...this.getModuleIds()]);
      const code = Object.values(bundle)
        .flatMap((file) => (file.type === "chunk" ? Object.entries(file.modules) : []))
        .flatMap(([id, { code }]) => (visitorModules.has(id) ? (code ?? []) : []));
      // All parts of the code that may be names of classes.
      const words = new Set(code.join("\n").split(/[\s"'`]+/));
      const sheet = Object.values(bundle).find((file) => allStyles.test(file.fileName));
      if (sheet?.type !== "asset") return this.error("The style sheet was not found.");
      this.emitFile({
        type: "asset",
        name: "visitor-styles.css",
        originalFileName: "visitor-styles.css",
        source: removeUtilities(String(sheet.source), words),
      });
    },
  };
}

/**
 * The modules whose parts visitors see before the whole sheet is loaded: those of public pages, and those
 * that ui/ loads on demand, such as menus.
 */
function listVisitorModules(modules: Modules, ids: string[]): Set<string> {
  const parts = ids
    .filter((id) => !textUserPattern.test(id))
    .flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return listLoaded([...entryModules, ...publicPageModules, ...parts], modules);
}

/** Removes the rules of the layer `utilities` whose classes are not among the words. */
export function removeUtilities(css: string, words: ReadonlySet<string>): string {
  const start = css.indexOf("@layer utilities{");
  const end = findEnd(css, start);
  return css.slice(0, start) + filterRules(css.slice(start, end), words) + css.slice(end);
}

/** Filters rules of minified CSS. Rules within other rules, as in `@media`, are filtered as well. */
function filterRules(css: string, words: ReadonlySet<string>): string {
  let kept = "";
  for (let start = 0; start < css.length; ) {
    const end = findEnd(css, start);
    const open = css.indexOf("{", start) + 1;
    const prelude = css.slice(start, open);
    const body = css.slice(open, end - 1);
    const keptBody = prelude.startsWith("@") ? filterRules(body, words) : body;
    if (keptBody !== "" && (prelude.startsWith("@") || isUsed(prelude, words)))
      kept += `${prelude}${keptBody}}`;
    start = end;
  }
  return kept;
}

/** The index after the block that begins at `start`. */
function findEnd(css: string, start: number): number {
  let depth = 0;
  for (let index = css.indexOf("{", start); index < css.length; index++) {
    if (css[index] === "{") depth++;
    if (css[index] === "}" && --depth === 0) return index + 1;
  }
  return css.length;
}

/** Whether a selector's own class, which is the first one that it names, is among the words. */
function isUsed(selector: string, words: ReadonlySet<string>): boolean {
  const [, name] = /\.((?:\\[0-9a-f]+ |\\.|[\w-])+)/.exec(selector) ?? [];
  return name === undefined || words.has(unescapeName(name));
}

/** The name of a class without the escapes of CSS: `\32 xl` is `2xl`, `w-1\/2` is `w-1/2`. */
function unescapeName(name: string): string {
  return name.replace(/\\([0-9a-f]+) |\\(.)/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
