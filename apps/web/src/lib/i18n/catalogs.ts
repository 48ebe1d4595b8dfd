import type { Locale } from "@toibako/contract/locales.ts";
import type { Message } from "./message.ts";

export type Catalog = Record<string, Message>;
type Source = () => Promise<{ default: Catalog }>;

/** The texts that public pages name. On the server and in development these are all texts. */
const publicTexts: Record<Locale, Source> = {
  ja: () => import("virtual:catalog/ja"),
  en: () => import("virtual:catalog/en"),
  "zh-CN": () => import("virtual:catalog/zh-CN"),
  "zh-TW": () => import("virtual:catalog/zh-TW"),
  ko: () => import("virtual:catalog/ko"),
  dt: () => import("virtual:catalog/dt"),
  th: () => import("virtual:catalog/th"),
};

/** All other texts. */
const moreTexts: Record<Locale, Source> = {
  ja: () => import("virtual:more-texts/ja"),
  en: () => import("virtual:more-texts/en"),
  "zh-CN": () => import("virtual:more-texts/zh-CN"),
  "zh-TW": () => import("virtual:more-texts/zh-TW"),
  ko: () => import("virtual:more-texts/ko"),
  dt: () => import("virtual:more-texts/dt"),
  th: () => import("virtual:more-texts/th"),
};

const catalogs = new Map<Locale, Catalog>();
const loaded = new Set<Source>();
/** Whether a part of the site was requested that names texts that public pages don't name. */
let needsMore = false;

/** Loads the texts of a locale once: those of public pages, and the rest if a requested part needs it. */
export async function loadCatalog(locale: Locale): Promise<void> {
  if (!catalogs.has(locale)) catalogs.set(locale, {});
  await Promise.all([
    loadTexts(locale, publicTexts[locale]),
    needsMore && loadTexts(locale, moreTexts[locale]),
  ]);
}

/**
 * Waits for a part of the site, and for the texts that public pages don't have. The build writes it
 * around each dynamic import whose modules may name such texts (vite/lazy-texts.ts).
 * @public
 */
export async function withMoreTexts<T>(part: Promise<T>): Promise<T> {
  needsMore = true;
  const texts = [...catalogs.keys()].map((locale) => loadTexts(locale, moreTexts[locale]));
  const [module] = await Promise.all([part, ...texts]);
  return module;
}

async function loadTexts(locale: Locale, source: Source): Promise<void> {
  if (loaded.has(source)) return;
  const { default: texts } = await source();
  loaded.add(source);
  catalogs.set(locale, { ...catalogs.get(locale), ...texts });
}

export function getCatalog(locale: Locale): Catalog {
  return catalogs.get(locale) ?? {};
}
