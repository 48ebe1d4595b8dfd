import { getUnsubscription, unsubscribe } from "@toibako/contract/digests.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  getEmailReminder,
  getMailLink,
  putEmailReminder,
  putMailLink,
} from "@toibako/contract/mails.ts";
import { api, send } from "#lib/http/client.ts";

export const mailLinkQuery = (token: string) => api.query(getMailLink, { params: { token } });

export const followMailLink = (token: string) => send(putMailLink, { params: { token } });

export const unsubscriptionQuery = (token: string) =>
  api.query(getUnsubscription, { params: { token } });

/** Ends the daily mail; `token` is from the link in the mail. */
export const endDigests = (locale: Locale, token: string) =>
  send(unsubscribe, { params: { locale, token } });

/** Whether and why the page should ask the account for an email address now. Fetched once per page load. */
export const emailReminderQuery = () => ({
  ...api.query(getEmailReminder),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves that the account was asked for an email address. If this fails, it is asked once more. */
export const markReminderAsShown = () => send(putEmailReminder, {});
