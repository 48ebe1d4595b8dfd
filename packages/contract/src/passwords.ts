import { Type } from "typebox";
import { Password } from "./accounts.ts";
import { maxEmailLength } from "./email-addresses.ts";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, EmptyObject, IdInput } from "./shapes.ts";

/** Minutes for which the link to choose a new password is valid. */
export const passwordResetMinutes = 30;

/**
 * Mails a link to choose a new password to the confirmed address of an account, or of the accounts
 * with this address. The reply is the same whether or not there is such an account; 404 if no mail
 * server is configured.
 */
export const postPasswordReset = defineEndpoint({
  name: "postPasswordReset",
  summary: "Mail a link to choose a new password",
  method: "POST",
  path: "/acc/password_resets",
  caller: "anyone",
  body: defineObject({
    account_or_email: Type.String({ minLength: 1, maxLength: maxEmailLength }),
  }),
  response: { 202: EmptyObject },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 10, seconds: 3600, on_store_error: "refuse" }],
});

/** The account whose password a link resets; 404 if the link is used or expired. */
export const getPasswordReset = defineEndpoint({
  name: "getPasswordReset",
  summary: "The account whose password a link resets",
  method: "GET",
  path: "/api/v2/password_resets/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  response: { 200: defineObject({ account: Type.String() }) },
  errors: [],
  limits: [{ key: "address", max: 120, seconds: 3600, on_store_error: "refuse" }],
});

/** Sets a new password with a link, which is then invalid, and ends all sessions of the account. */
export const putPasswordReset = defineEndpoint({
  name: "putPasswordReset",
  summary: "Choose a new password with a link from a mail",
  method: "PUT",
  path: "/acc/password_resets/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  body: defineObject({ password: Password }),
  response: { 204: Type.Null() },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * Changes the caller's password and ends all their other sessions; this one continues under a new
 * token. An account without a password can set one after an identity confirmation, unless the site
 * offers no login with a password.
 */
export const putPassword = defineEndpoint({
  name: "putPassword",
  summary: "Change the password",
  method: "PUT",
  path: "/api/v2/me/password",
  caller: "user",
  body: defineObject({
    current_password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    password: Password,
  }),
  response: { 204: Type.Null() },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "confirmation_needed",
    "not_found",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 10, seconds: 3600, on_store_error: "refuse" }],
});
