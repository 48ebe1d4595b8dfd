import type { Locale } from "@toibako/contract/locales.ts";
import { translate } from "#platform/texts/texts.ts";

/** The notices that a page shows when its address names one: `?notice=social_failed`. */
const notices = {
  social_linked: "success",
  social_taken: "error",
  social_occupied: "error",
  social_expired: "error",
  social_cancelled: "notice",
  social_failed: "error",
} as const;

export type PageNotice = keyof typeof notices;

/** Adds a notice to a path of this site. */
export function withNotice(path: string, notice: PageNotice): string {
  const here = "http://here.invalid";
  const { pathname, searchParams, hash } = new URL(path, here);
  searchParams.set("notice", notice);
  return `${pathname}?${searchParams}${hash}`;
}

/** The notice named in an address; unknown names are ignored. */
export function findNotice(url: string): PageNotice | undefined {
  const name = new URLSearchParams(url.split("?")[1] ?? "").get("notice") ?? "";
  return Object.hasOwn(notices, name) ? (name as PageNotice) : undefined;
}

/** The text and the type of a notice in a locale. */
export function translateNotice(notice: PageNotice, locale: Locale) {
  return { text: translate(locale, notice), type: notices[notice] };
}
