import type { Locale } from "@toibako/contract/locales.ts";
import type { Message } from "./message.ts";

export type Catalog = Record<string, Message>;

const sources: Record<Locale, () => Promise<{ default: Catalog }>> = {
  ja: () => import("virtual:catalog/ja"),
  en: () => import("virtual:catalog/en"),
  "zh-CN": () => import("virtual:catalog/zh-CN"),
  "zh-TW": () => import("virtual:catalog/zh-TW"),
  ko: () => import("virtual:catalog/ko"),
  dt: () => import("virtual:catalog/dt"),
  th: () => import("virtual:catalog/th"),
};

const loaded = new Map<Locale, Catalog>();

/** Loads the texts of a locale once; a browser loads only those that it shows. */
export async function loadCatalog(locale: Locale): Promise<void> {
  if (!loaded.has(locale)) loaded.set(locale, (await sources[locale]()).default);
}

export function getCatalog(locale: Locale): Catalog {
  return loaded.get(locale) ?? {};
}
