import { identityConfirmationMinutes } from "@toibako/contract/factors.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { translate } from "#platform/texts/texts.ts";

/**
 * The messages that a page shows when its address names one (`?notice=social_failed`), and their types, by
 * which the page chooses how to show them.
 */
const messages = {
  social_linked: "success",
  social_taken: "error",
  social_occupied: "error",
  social_expired: "error",
  social_unconfirmed: "notice",
  social_confirmed: "success",
  social_other: "error",
  social_cancelled: "notice",
  social_failed: "error",
  password_changed: "success",
  password_reset: "success",
  signed_out: "success",
  account_left: "success",
  account_destroyed: "success",
  account_returned: "success",
  charge_completed: "success",
  cancel_completed: "success",
  // Error codes: after an error, a browser that sent a form is redirected to a page.
  accounts_full: "error",
  already_signed_in: "error",
  bad_token: "error",
  overloaded: "error",
  stale_tab: "error",
  too_many: "error",
  unexpected: "error",
} as const;

export type PageMessage = keyof typeof messages;

/** Adds a message to a path of this site. */
export function addPageMessage(path: string, message: PageMessage): string {
  const base = "http://base.invalid";
  const { pathname, searchParams, hash } = new URL(path, base);
  searchParams.set("notice", message);
  return `${pathname}?${searchParams}${hash}`;
}

export const isPageMessage = (name: string): name is PageMessage => Object.hasOwn(messages, name);

/** The message named in an address; unknown names are ignored. */
export function findPageMessage(url: string): PageMessage | undefined {
  const name = new URLSearchParams(url.split("?")[1] ?? "").get("notice") ?? "";
  return isPageMessage(name) ? name : undefined;
}

/** The text and the type of a message in a locale. */
export function translatePageMessage(message: PageMessage, locale: Locale) {
  const text = translate(locale, message, { minutes: identityConfirmationMinutes });
  return { text, type: messages[message] };
}
