import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, IdInput } from "./shapes.ts";

/** Hours for which the link that confirms an address works. */
export const confirmationHours = 24;

/** Days for which the change of an address can be undone from the old one. */
export const undoDays = 7;

/** Mails the link that confirms the caller's address once more; `refused` if there is none to confirm. */
export const resendConfirmation = defineEndpoint({
  name: "resendConfirmation",
  summary: "Mail the link that confirms one's address again",
  method: "POST",
  path: "/api/v2/authorization_email/resend",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "refused", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 5, seconds: 3600, on_store_error: "refuse" }],
});

/** What a link does: confirm the address of an account, or undo the change to another one. */
const purposes = ["confirm_email", "undo_email"] as const;

/** What a link from a mail does; 404 if it is used or expired. */
export const getMailLink = defineEndpoint({
  name: "getMailLink",
  summary: "What a link from a mail does",
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

/** Does what a link from a mail says. Undoing the change of an address also ends all sessions. */
export const putMailLink = defineEndpoint({
  name: "putMailLink",
  summary: "Use a link from a mail",
  method: "PUT",
  path: "/api/v2/mail_links/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  response: { 204: Type.Null() },
  errors: ["bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 60, seconds: 3600, on_store_error: "refuse" }],
});
