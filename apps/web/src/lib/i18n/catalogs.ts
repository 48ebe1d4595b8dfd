import type { Locale } from "@toibako/contract/locales.ts";
import { loadAllStyles } from "../page/all-styles.ts";
import type { Message } from "./message.ts";

export type Catalog = Record<string, Message>;
type LoadFile = () => Promise<{ default: Catalog }>;

/** The texts that the shell and profiles use. On the server and in development, these files contain all texts. */
const firstTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:catalog/ja"),
  en: () => import("virtual:catalog/en"),
  "zh-CN": () => import("virtual:catalog/zh-CN"),
  "zh-TW": () => import("virtual:catalog/zh-TW"),
  ko: () => import("virtual:catalog/ko"),
  dt: () => import("virtual:catalog/dt"),
  th: () => import("virtual:catalog/th"),
};

/** The texts that the other public pages (questions, the top page, the offline page) use in addition. */
const publicTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:public-texts/ja"),
  en: () => import("virtual:public-texts/en"),
  "zh-CN": () => import("virtual:public-texts/zh-CN"),
  "zh-TW": () => import("virtual:public-texts/zh-TW"),
  ko: () => import("virtual:public-texts/ko"),
  dt: () => import("virtual:public-texts/dt"),
  th: () => import("virtual:public-texts/th"),
};

/** All further texts, including those of `publicTexts`, except the texts of communities and settings. */
const moreTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:more-texts/ja"),
  en: () => import("virtual:more-texts/en"),
  "zh-CN": () => import("virtual:more-texts/zh-CN"),
  "zh-TW": () => import("virtual:more-texts/zh-TW"),
  ko: () => import("virtual:more-texts/ko"),
  dt: () => import("virtual:more-texts/dt"),
  th: () => import("virtual:more-texts/th"),
};

/** The texts that only pages and modals of communities use. */
const communityTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:community-texts/ja"),
  en: () => import("virtual:community-texts/en"),
  "zh-CN": () => import("virtual:community-texts/zh-CN"),
  "zh-TW": () => import("virtual:community-texts/zh-TW"),
  ko: () => import("virtual:community-texts/ko"),
  dt: () => import("virtual:community-texts/dt"),
  th: () => import("virtual:community-texts/th"),
};

/** The texts that only the settings and other rarely opened pages of an account use. */
const settingTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:setting-texts/ja"),
  en: () => import("virtual:setting-texts/en"),
  "zh-CN": () => import("virtual:setting-texts/zh-CN"),
  "zh-TW": () => import("virtual:setting-texts/zh-TW"),
  ko: () => import("virtual:setting-texts/ko"),
  dt: () => import("virtual:setting-texts/dt"),
  th: () => import("virtual:setting-texts/th"),
};

const catalogs = new Map<Locale, Catalog>();
const loadedFiles = new Set<LoadFile>();
/** The groups of texts that the loaded parts of the site use. After a change of language, all of them are loaded. */
const neededGroups = new Set([firstTexts]);

/** Loads the needed groups of texts of a locale, each file once. */
export async function loadCatalog(locale: Locale): Promise<void> {
  if (!catalogs.has(locale)) catalogs.set(locale, {});
  await Promise.all([...neededGroups].map((group) => loadTexts(locale, group[locale])));
}

/**
 * Waits for a part of the site and for the texts that it may use. The functions for parts that aren't public
 * also wait for the whole style sheet. The build writes one of these functions around each dynamic import of
 * such a part (vite/lazy-texts.ts).
 * @public
 */
export const withPublicTexts = <T>(part: Promise<T>) => waitForTexts(part, publicTexts);

/** @public */
export const withMoreTexts = <T>(part: Promise<T>) => waitForTextsAndStyles(part, moreTexts);

/** @public */
export const withCommunityTexts = <T>(part: Promise<T>) =>
  waitForTextsAndStyles(part, moreTexts, communityTexts);

/** @public */
export const withSettingTexts = <T>(part: Promise<T>) =>
  waitForTextsAndStyles(part, moreTexts, settingTexts);

/** Also loads the whole style sheet, because that of a visitor contains only what public pages use. */
async function waitForTextsAndStyles<T>(
  part: Promise<T>,
  ...groups: Record<Locale, LoadFile>[]
): Promise<T> {
  const [module] = await Promise.all([waitForTexts(part, ...groups), loadAllStyles()]);
  return module;
}

async function waitForTexts<T>(
  part: Promise<T>,
  ...groups: Record<Locale, LoadFile>[]
): Promise<T> {
  for (const group of groups) neededGroups.add(group);
  const [module] = await Promise.all([part, ...[...catalogs.keys()].map(loadCatalog)]);
  return module;
}

async function loadTexts(locale: Locale, loadFile: LoadFile): Promise<void> {
  if (loadedFiles.has(loadFile)) return;
  const { default: texts } = await loadFile();
  loadedFiles.add(loadFile);
  catalogs.set(locale, { ...catalogs.get(locale), ...texts });
}

export function getCatalog(locale: Locale): Catalog {
  return catalogs.get(locale) ?? {};
}
