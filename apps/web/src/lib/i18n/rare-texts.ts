import type { Locale } from "@toibako/contract/locales.ts";
import type { LoadFile } from "./catalogs.ts";

/** The texts of payment. */
export const billingTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:billing-texts/ja"),
  en: () => import("virtual:billing-texts/en"),
  "zh-CN": () => import("virtual:billing-texts/zh-CN"),
  "zh-TW": () => import("virtual:billing-texts/zh-TW"),
  ko: () => import("virtual:billing-texts/ko"),
  dt: () => import("virtual:billing-texts/dt"),
  th: () => import("virtual:billing-texts/th"),
};

/** The texts of games, which most sites don't have. */
export const gamesTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:games-texts/ja"),
  en: () => import("virtual:games-texts/en"),
  "zh-CN": () => import("virtual:games-texts/zh-CN"),
  "zh-TW": () => import("virtual:games-texts/zh-TW"),
  ko: () => import("virtual:games-texts/ko"),
  dt: () => import("virtual:games-texts/dt"),
  th: () => import("virtual:games-texts/th"),
};

/** The texts of the console of staff. */
export const staffTexts: Record<Locale, LoadFile> = {
  ja: () => import("virtual:staff-texts/ja"),
  en: () => import("virtual:staff-texts/en"),
  "zh-CN": () => import("virtual:staff-texts/zh-CN"),
  "zh-TW": () => import("virtual:staff-texts/zh-TW"),
  ko: () => import("virtual:staff-texts/ko"),
  dt: () => import("virtual:staff-texts/dt"),
  th: () => import("virtual:staff-texts/th"),
};
