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

/** Ends the daily mail by the link in it. */
export const endDigests = (locale: Locale, token: string) =>
  send(unsubscribe, { params: { locale, token } });

/** Why the account should be asked for an email address now; asked once for each page that the browser loads. */
export const emailReminderQuery = () => ({
  ...api.query(getEmailReminder),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves that the account was asked for an email address. If that fails, it is asked once more. */
export const markReminderAsShown = () => send(putEmailReminder, {});
