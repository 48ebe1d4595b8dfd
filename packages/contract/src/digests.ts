import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, IdInput, Locale } from "./shapes.ts";

/**
 * The hour of the day, in the account's time zone, from which the daily mail is sent. `docs/features.md`
 * repeats the hour, and the text `mails.digest_hint` says "in the evening".
 */
export const digestHour = 19;

/** The account whose daily mail a link ends, and whether that mail is still on; 404 for a forged link. */
export const getUnsubscription = defineEndpoint({
  name: "getUnsubscription",
  summary: "Whose daily mail a link from that mail ends",
  method: "GET",
  path: "/api/v2/unsubscriptions/:token",
  caller: "anyone",
  params: defineObject({ token: IdInput }),
  response: { 200: defineObject({ account: Type.String(), is_send_email: Type.Boolean() }) },
  errors: [],
  limits: [{ key: "address", max: 120, seconds: 3600, on_store_error: "allow" }],
});

/**
 * Ends the daily mail of the account that the link belongs to; repeating it changes nothing. The
 * page of the link has the same address, which the mail names in `List-Unsubscribe`: mail services
 * send this call without a cookie (RFC 8058).
 */
export const unsubscribe = defineEndpoint({
  name: "unsubscribe",
  summary: "End the daily mail by the link in it",
  method: "POST",
  path: "/:locale/acc/unsubscriptions/:token",
  caller: "anyone",
  is_one_click: true,
  params: defineObject({ locale: Locale, token: IdInput }),
  response: { 204: Type.Null() },
  errors: [],
  // A mail service calls it for many accounts from few addresses.
  limits: [{ key: "address", max: 3_000, seconds: 3600, on_store_error: "allow" }],
});
