import { Type } from "typebox";
import { Password } from "./accounts.ts";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, EmptyObject, IdInput } from "./shapes.ts";

/** Minutes for which the link to choose a new password works. */
export const passwordResetMinutes = 30;

/** Minutes after a sign-in in which an account without a password may set one. */
export const freshSignInMinutes = 10;

/**
 * Mails a link to choose a new password to the confirmed address of an account, or of the accounts with this
 * address. The reply is the same whether or not there is such an account; 404 where no mail is configured.
 */
export const postPasswordReset = defineEndpoint({
  name: "postPasswordReset",
  summary: "Mail a link to choose a new password",
  method: "POST",
  path: "/acc/password_resets",
  caller: "anyone",
  body: defineObject({ account_or_email: Type.String({ minLength: 1, maxLength: 254 }) }),
  response: { 202: EmptyObject },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 10, seconds: 3600, on_store_error: "refuse" }],
});

/** The account for which a link works; 404 if it is used or expired. */
export const getPasswordReset = defineEndpoint({
  name: "getPasswordReset",
  summary: "Whose password a link changes",
  method: "GET",
  path: "/api/v2/password_resets/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  response: { 200: defineObject({ account: Type.String() }) },
  errors: [],
  limits: [{ key: "address", max: 120, seconds: 3600, on_store_error: "refuse" }],
});

/** Sets a new password by a link, which then no longer works, and ends all sessions of the account. */
export const putPasswordReset = defineEndpoint({
  name: "putPasswordReset",
  summary: "Choose a new password by a link from a mail",
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
 * Changes the caller's password and ends all their other sessions; this one continues under a new token. An
 * account without a password sets one within `freshSignInMinutes` of signing in; later it is refused with
 * `fresh_sign_in_needed`.
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
    "fresh_sign_in_needed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 10, seconds: 3600, on_store_error: "refuse" }],
});
