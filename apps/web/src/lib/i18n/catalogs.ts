import type { Locale } from "@toibako/contract/locales.ts";
import type { Message } from "./message.ts";

export type Catalog = Record<string, Message>;
export type LoadFile = () => Promise<{ default: Catalog }>;

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
export const withBillingTexts = <T>(part: Promise<T>): Promise<T> =>
  withRareTexts("billingTexts", part);

/**
 * Waits for a part that shows games, on a page that is public or not, and for the texts of games.
 * @public
 */
export const withGamesTexts = <T>(part: Promise<T>): Promise<T> =>
  withRareTexts("gamesTexts", part);

/**
 * The same for a part of the console.
 * @public
 */
export const withStaffTexts = <T>(part: Promise<T>): Promise<T> =>
  withRareTexts("staffTexts", part);

/** The addresses of these texts stand in a file of their own, because most visits need none of them. */
async function withRareTexts<T>(
  name: "billingTexts" | "gamesTexts" | "staffTexts",
  part: Promise<T>,
): Promise<T> {
  const groups = await import("./rare-texts.ts");
  return withTexts(groups[name], part);
}

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
