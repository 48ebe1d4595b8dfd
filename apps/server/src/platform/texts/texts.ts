import { isolateDirection } from "@toibako/contract/direction.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import dt from "./dt.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import ko from "./ko.json" with { type: "json" };
import th from "./th.json" with { type: "json" };
import zhCN from "./zh-CN.json" with { type: "json" };
import zhTW from "./zh-TW.json" with { type: "json" };

export type TextKey = keyof typeof ja;

/** The server's own texts in every language; `{name}` is a parameter. */
export const catalogs: Record<Locale, Record<TextKey, string>> = {
  ja,
  en,
  "zh-CN": zhCN,
  "zh-TW": zhTW,
  ko,
  dt,
  th,
};

/** Formats a text; a name that ends with a title (さん, 님) gets no second one. */
export function translate(
  locale: Locale,
  key: TextKey,
  parameters: Record<string, string | number> = {},
): string {
  return catalogs[locale][key].replace(/\{(\w+)\}(さん| 님)?/g, (_, name: string, title = "") => {
    const value = String(parameters[name] ?? "");
    const hasTitle = /(さん|さま|くん|ちゃん|先生|様|님)$/.test(value.slice(-3));
    return isolateDirection(value) + (hasTitle ? "" : title);
  });
}

export function isTextKey(key: string): key is TextKey {
  return key in ja;
}
