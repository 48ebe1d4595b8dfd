import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";

/** Returns the text of a key, such as `questions.send`, with its `{name}` parameters filled in. */
export function translate(
  locale: Locale,
  key: string,
  values: Record<string, string> = {},
): string {
  const [feature, name = ""] = key.split(".");
  const file = new URL(`../apps/web/src/locales/${locale}/${feature}.json`, import.meta.url);
  const message: string | undefined = JSON.parse(readFileSync(file, "utf8"))[name];
  if (message === undefined) throw new Error(`no text ${key} in ${locale}`);
  return message.replace(/\{(\w+)(?:, number)?\}/g, (_, parameter) => values[parameter] ?? "");
}

/** Returns the English text of a key. */
export function en(key: string, values: Record<string, string> = {}): string {
  return translate("en", key, values);
}
