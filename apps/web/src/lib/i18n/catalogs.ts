import type { Locale } from "@toibako/contract/locales.ts";
import type { Message } from "./message.ts";

export type Catalog = Record<string, Message>;
type LoadFile = () => Promise<{ default: Catalog }>;

/** The texts that public pages use. On the server and in development, these files contain all texts. */
const publicTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:public-texts/ja"),
  en: () => import("virtual:public-texts/en"),
  "zh-CN": () => import("virtual:public-texts/zh-CN"),
  "zh-TW": () => import("virtual:public-texts/zh-TW"),
  ko: () => import("virtual:public-texts/ko"),
  dt: () => import("virtual:public-texts/dt"),
  th: () => import("virtual:public-texts/th"),
};

/** All other texts. */
const otherTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:other-texts/ja"),
  en: () => import("virtual:other-texts/en"),
  "zh-CN": () => import("virtual:other-texts/zh-CN"),
  "zh-TW": () => import("virtual:other-texts/zh-TW"),
  ko: () => import("virtual:other-texts/ko"),
  dt: () => import("virtual:other-texts/dt"),
  th: () => import("virtual:other-texts/th"),
};

/** The texts of payment. */
const billingTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:billing-texts/ja"),
  en: () => import("virtual:billing-texts/en"),
  "zh-CN": () => import("virtual:billing-texts/zh-CN"),
  "zh-TW": () => import("virtual:billing-texts/zh-TW"),
  ko: () => import("virtual:billing-texts/ko"),
  dt: () => import("virtual:billing-texts/dt"),
  th: () => import("virtual:billing-texts/th"),
};

/** The texts of the console of staff. */
const staffTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:staff-texts/ja"),
  en: () => import("virtual:staff-texts/en"),
  "zh-CN": () => import("virtual:staff-texts/zh-CN"),
  "zh-TW": () => import("virtual:staff-texts/zh-TW"),
  ko: () => import("virtual:staff-texts/ko"),
  dt: () => import("virtual:staff-texts/dt"),
  th: () => import("virtual:staff-texts/th"),
};

const catalogs = new Map<Locale, Catalog>();
const loadedFiles = new Set<LoadFile>();
/** The groups of texts that the loaded parts of the site use. After a change of language, all of them are loaded. */
const neededGroups = new Set([publicTexts]);

/** Loads the needed groups of texts of a locale, each file once. */
export async function loadCatalog(locale: Locale): Promise<void> {
  if (!catalogs.has(locale)) catalogs.set(locale, {});
  await Promise.all([...neededGroups].map((group) => loadTexts(locale, group[locale])));
}

/**
 * Waits for a part of the site and for the texts that it may use. The build writes this function around each dynamic
 * import of a part that isn't public (vite/lazy-texts.ts).
 * @public
 */
export const withOtherTexts = <T>(part: Promise<T>): Promise<T> => withTexts(otherTexts, part);

/**
 * The same for a part that also uses the texts of payment.
 * @public
 */
export const withBillingTexts = <T>(part: Promise<T>): Promise<T> => withTexts(billingTexts, part);

/**
 * The same for a part of the console.
 * @public
 */
export const withStaffTexts = <T>(part: Promise<T>): Promise<T> => withTexts(staffTexts, part);

async function withTexts<T>(group: Record<Locale, LoadFile>, part: Promise<T>): Promise<T> {
  neededGroups.add(group);
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
