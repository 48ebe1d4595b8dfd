import type { Locale } from "@toibako/contract/locales.ts";
import { text } from "./texts.ts";

/** What a page may be told to say, by the name that stands in its address: `?notice=…`. */
const notices = {
  social_linked: "success",
  social_taken: "error",
  social_occupied: "error",
  social_expired: "error",
  social_cancelled: "notice",
  social_failed: "error",
} as const;

export type PageNotice = keyof typeof notices;

/** A path of this site that says something when it is opened. */
export function withNotice(path: string, notice: PageNotice): string {
  const here = "http://here.invalid";
  const { pathname, searchParams, hash } = new URL(path, here);
  searchParams.set("notice", notice);
  return `${pathname}?${searchParams}${hash}`;
}

/** The sentence for the page's reader, and its kind; only sentences of ours can be named. */
export function noticeOf(url: string, locale: Locale) {
  const name = new URLSearchParams(url.split("?")[1] ?? "").get("notice") ?? "";
  if (!Object.hasOwn(notices, name)) return undefined;
  const notice = name as PageNotice;
  return { text: text(locale, notice), type: notices[notice] };
}
