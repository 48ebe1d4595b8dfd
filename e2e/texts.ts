import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";

/** What the page says under a key, e.g. `questions.send`, with its `{name}` parameters filled in. */
export function text(locale: Locale, key: string, values: Record<string, string> = {}): string {
  const [feature, name = ""] = key.split(".");
  const file = new URL(`../apps/web/src/locales/${locale}/${feature}.json`, import.meta.url);
  const found: string | undefined = JSON.parse(readFileSync(file, "utf8"))[name];
  if (found === undefined) throw new Error(`no text ${key} in ${locale}`);
  return found.replace(/\{(\w+)\}/g, (_, parameter) => values[parameter] ?? "");
}
