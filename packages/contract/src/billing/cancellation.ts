import { type Static, Type } from "typebox";
import { defineEndpoint } from "../endpoint.ts";
import { defineObject } from "../shapes.ts";
import { Subscription } from "./subscriptions.ts";

/** What both ways to cancel have in common. */
const cancelling = {
  caller: "user",
  response: { 200: defineObject({ subscription: Type.Union([Subscription, Type.Null()]) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
} as const;

/** Cancels the caller's subscription, which stays usable until `ends_on`. 404 if there is none that renews. */
export const cancelSubscription = defineEndpoint({
  name: "cancelSubscription",
  summary: "Cancel the caller's subscription",
  method: "PATCH",
  path: "/api/v2/me/payment/subscriptions",
  body: defineObject({ card_seq: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]) }),
  ...cancelling,
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/** Characters of an answer of the survey. */
export const maxSurveyText = 1_000;

/**
 * 1 is “What did you subscribe for?” and 2 “Why are you cancelling?”, both with `other`; 3 to 6 are the choices of “What
 * would bring you back?”, of which 6 has `other`.
 */
export const SurveyAnswer = defineObject({
  select: Type.Integer({ minimum: 1, maximum: 6 }),
  other: Type.Optional(Type.String({ minLength: 1, maxLength: maxSurveyText })),
});
export type SurveyAnswer = Static<typeof SurveyAnswer>;

/** Saves the survey and cancels. */
export const cancelWithSurvey = defineEndpoint({
  name: "cancelWithSurvey",
  summary: "Cancel the caller's subscription with the answers of the survey",
  method: "POST",
  path: "/api/v2/me/payment/subscriptions/cancel",
  body: defineObject({
    survey: Type.Array(SurveyAnswer, { minItems: 3, maxItems: 6 }),
  }),
  ...cancelling,
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});
