import type { Locale } from "@toibako/contract/locales.ts";
import dt from "./texts/dt.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };
import ja from "./texts/ja.json" with { type: "json" };
import ko from "./texts/ko.json" with { type: "json" };
import th from "./texts/th.json" with { type: "json" };
import zhCN from "./texts/zh-CN.json" with { type: "json" };
import zhTW from "./texts/zh-TW.json" with { type: "json" };

export type TextKey = keyof typeof ja;

/** What the server itself says, in every language; `{name}` marks a parameter. */
export const catalogs: Record<Locale, Record<TextKey, string>> = {
  ja,
  en,
  "zh-CN": zhCN,
  "zh-TW": zhTW,
  ko,
  dt,
  th,
};

export function text(
  locale: Locale,
  key: TextKey,
  parameters: Record<string, string | number> = {},
): string {
  return catalogs[locale][key].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters[name] ?? ""),
  );
}

export function isTextKey(key: string): key is TextKey {
  return key in ja;
}
