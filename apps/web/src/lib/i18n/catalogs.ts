import type { Locale } from "@toibako/contract/locales.ts";
import type { Message } from "./message.ts";

export type Catalog = Record<string, Message>;
type Source = () => Promise<{ default: Catalog }>;

/** The texts that the shell and profiles name. On the server and in development these are all texts. */
const firstTexts: Record<Locale, Source> = {
  ja: () => import("virtual:catalog/ja"),
  en: () => import("virtual:catalog/en"),
  "zh-CN": () => import("virtual:catalog/zh-CN"),
  "zh-TW": () => import("virtual:catalog/zh-TW"),
  ko: () => import("virtual:catalog/ko"),
  dt: () => import("virtual:catalog/dt"),
  th: () => import("virtual:catalog/th"),
};

/** What else the other public pages name. */
const publicTexts: Record<Locale, Source> = {
  ja: () => import("virtual:public-texts/ja"),
  en: () => import("virtual:public-texts/en"),
  "zh-CN": () => import("virtual:public-texts/zh-CN"),
  "zh-TW": () => import("virtual:public-texts/zh-TW"),
  ko: () => import("virtual:public-texts/ko"),
  dt: () => import("virtual:public-texts/dt"),
  th: () => import("virtual:public-texts/th"),
};

/** All texts that are not in the first file, including those that public pages name, but not the next ones. */
const moreTexts: Record<Locale, Source> = {
  ja: () => import("virtual:more-texts/ja"),
  en: () => import("virtual:more-texts/en"),
  "zh-CN": () => import("virtual:more-texts/zh-CN"),
  "zh-TW": () => import("virtual:more-texts/zh-TW"),
  ko: () => import("virtual:more-texts/ko"),
  dt: () => import("virtual:more-texts/dt"),
  th: () => import("virtual:more-texts/th"),
};

/** What only the pages and modals of communities name. */
const communityTexts: Record<Locale, Source> = {
  ja: () => import("virtual:community-texts/ja"),
  en: () => import("virtual:community-texts/en"),
  "zh-CN": () => import("virtual:community-texts/zh-CN"),
  "zh-TW": () => import("virtual:community-texts/zh-TW"),
  ko: () => import("virtual:community-texts/ko"),
  dt: () => import("virtual:community-texts/dt"),
  th: () => import("virtual:community-texts/th"),
};

/** What only the settings and other rarely opened pages of an account name. */
const settingTexts: Record<Locale, Source> = {
  ja: () => import("virtual:setting-texts/ja"),
  en: () => import("virtual:setting-texts/en"),
  "zh-CN": () => import("virtual:setting-texts/zh-CN"),
  "zh-TW": () => import("virtual:setting-texts/zh-TW"),
  ko: () => import("virtual:setting-texts/ko"),
  dt: () => import("virtual:setting-texts/dt"),
  th: () => import("virtual:setting-texts/th"),
};

const catalogs = new Map<Locale, Catalog>();
const loaded = new Set<Source>();
/** The groups of texts that parts of the site have requested; other languages then need them as well. */
const needed = new Set([firstTexts]);

/** Loads texts of a locale, each file once: the first texts, and those that requested parts need. */
export async function loadCatalog(locale: Locale): Promise<void> {
  if (!catalogs.has(locale)) catalogs.set(locale, {});
  await Promise.all([...needed].map((texts) => loadTexts(locale, texts[locale])));
}

/**
 * Waits for a part of the site and for the texts that it may name. The build writes one of these
 * functions around each dynamic import of such a part (vite/lazy-texts.ts).
 * @public
 */
export const withPublicTexts = <T>(part: Promise<T>) => waitForTexts(part, publicTexts);

/** @public */
export const withMoreTexts = <T>(part: Promise<T>) => waitForTexts(part, moreTexts);

/** @public */
export const withCommunityTexts = <T>(part: Promise<T>) =>
  waitForTexts(part, moreTexts, communityTexts);

/** @public */
export const withSettingTexts = <T>(part: Promise<T>) =>
  waitForTexts(part, moreTexts, settingTexts);

async function waitForTexts<T>(part: Promise<T>, ...groups: Record<Locale, Source>[]): Promise<T> {
  for (const texts of groups) needed.add(texts);
  const [module] = await Promise.all([part, ...[...catalogs.keys()].map(loadCatalog)]);
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
