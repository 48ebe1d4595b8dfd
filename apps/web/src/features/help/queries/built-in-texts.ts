import type { Locale } from "@toibako/contract/locales.ts";

const sources = import.meta.glob<string>("../../../locales/*/pages/*.md", {
  query: "?raw",
  import: "default",
});

/** Loads a built-in text. Each text is a chunk of its own. */
export function loadBuiltInText(locale: Locale, name: string): Promise<string> {
  const load = sources[`../../../locales/${locale}/pages/${name}.md`];
  if (!load) throw new Error(`There is no text of ${name} in ${locale}`);
  return load();
}
