import { Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput } from "./shapes.ts";

/** Hours for which the link that confirms an email address is valid. */
export const emailConfirmationHours = 24;

/** Days for which a link that is mailed to the old address can undo the change of an address. */
export const undoDays = 7;

/**
 * Mails a new link that confirms the caller's address; `refused` if no address waits for
 * confirmation.
 */
export const resendEmailConfirmation = defineEndpoint({
  name: "resendEmailConfirmation",
  summary: "Mail a new link that confirms the caller's email address",
  method: "POST",
  path: "/api/v2/authorization_email/resend",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "refused", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 5, seconds: 3600, on_store_error: "refuse" }],
});

/** Why an account without a confirmed address is asked for one: what it has missed, as it gets no mails. */
const emailReminderReasons = ["first_question", "first_talk"] as const;
export type EmailReminderReason = (typeof emailReminderReasons)[number];

/**
 * Days between two reminders. How long an account must have been away is `daysAway` of the server's
 * `platform/identity/activity.ts`.
 */
export const emailReminderDays = 30;

/**
 * The reason to ask the account for an email address now. Null if it has a confirmed address, was asked
 * within `emailReminderDays`, or has missed nothing. `first_question` and `first_talk`: a question or a
 * new talk has arrived since the beginning of an absence that ended today.
 */
export const getEmailReminder = defineEndpoint({
  name: "getEmailReminder",
  summary: "Whether to ask the signed-in account for an email address",
  method: "GET",
  path: "/api/v2/me/email_reminder",
  caller: "user",
  response: {
    200: defineObject({ reason: Type.Union([Type.Enum([...emailReminderReasons]), Type.Null()]) }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Stores that the account was asked for an email address today. */
export const putEmailReminder = defineEndpoint({
  name: "putEmailReminder",
  summary: "Store that the account was asked for an email address",
  method: "PUT",
  path: "/api/v2/me/email_reminder",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** A link confirms the address or the identity of an account, or undoes the change of its address. */
const purposes = ["confirm_email", "confirm_identity", "undo_email"] as const;

/** The purpose of a mail link; 404 if the link is used or expired. */
export const getMailLink = defineEndpoint({
  name: "getMailLink",
  summary: "The purpose of a link from a mail",
  method: "GET",
  path: "/api/v2/mail_links/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  response: {
    200: defineObject({
      purpose: Type.Enum([...purposes]),
      account: Type.String(),
      email: Type.String(),
    }),
  },
  errors: [],
  limits: [{ key: "address", max: 120, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * Performs the purpose of a mail link. Undoing the change of an address also ends all sessions. An
 * identity is confirmed only if the link's account is the active account of the browser; otherwise
 * `forbidden`.
 */
export const putMailLink = defineEndpoint({
  name: "putMailLink",
  summary: "Use a link from a mail",
  method: "PUT",
  path: "/api/v2/mail_links/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  response: { 204: Type.Null() },
  errors: ["forbidden", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 60, seconds: 3600, on_store_error: "refuse" }],
});
