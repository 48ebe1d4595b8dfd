import { Type } from "typebox";
import { defineObject, Locale } from "./shapes.ts";

/** How a subscription is paid. The monthly charge of a carrier stands on the bill of a telephone. */
export const paymentTypes = [
  "credit_card",
  "carrier_au",
  "carrier_docomo",
  "carrier_softbank",
] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const carriers = ["au", "docomo", "softbank"] as const;
export type Carrier = (typeof carriers)[number];

/** Days after the first failure of a renewal on which it is tried again; after the last one the subscription ends. */
export const retryDays = [1, 3, 5] as const;

/** A date of the calendar in Asia/Tokyo, such as 2026-01-31. */
export const BillingDate = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" });

/** Whole yen including tax. */
export const Yen = Type.Integer({ minimum: 0 });

export const LocaleQuery = defineObject({ locale: Type.Optional(Locale) });

/** A token of the provider's script, valid once and for 30 minutes. */
export const CardToken = Type.String({ minLength: 1, maxLength: 500 });
