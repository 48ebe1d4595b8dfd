import { type Static, Type } from "typebox";
import { BillingDate, LocaleQuery, paymentTypes, Yen } from "../billing.ts";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject } from "../shapes.ts";

/** A plan that is sold. The prices are texts of the reader's language, with “incl. tax”. */
export const BillingItem = defineObject({
  key: Type.String(),
  name: Type.String(),
  readable_price: Type.String(),
  /** Whether the caller's first month costs `discount_price`: only before the first subscription of an account. */
  is_discounted: Type.Boolean(),
  discount_price: Type.Union([Type.String(), Type.Null()]),
});
export type BillingItem = Static<typeof BillingItem>;

/** The plans that are sold; none without a payment provider. */
export const listBillingItems = defineEndpoint({
  name: "listBillingItems",
  summary: "Plans with their prices",
  method: "GET",
  path: "/api/v2/payment/items",
  caller: "anyone",
  query: LocaleQuery,
  response: { 200: defineObject({ items: Type.Array(BillingItem) }) },
  errors: [],
  limits: limitCalls(120),
});

/** Who sells the plans, as the law asks of a shop; from the configuration. */
export const Seller = defineObject({
  /** The seller's legal name. */
  name: Type.String(),
  /** The person who is responsible for the sale. */
  representative: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
});
export type Seller = Static<typeof Seller>;

/** Read by the page of commercial disclosure and by receipts; null without a payment provider. */
export const getSeller = defineEndpoint({
  name: "getSeller",
  summary: "Who sells the plans",
  method: "GET",
  path: "/api/v2/payment/seller",
  caller: "anyone",
  response: { 200: defineObject({ seller: Type.Union([Seller, Type.Null()]) }) },
  errors: [],
  limits: limitCalls(120),
});

/** What the browser needs to turn a card into a token; never a secret. */
export const PaymentSettings = defineObject({
  provider: Type.Enum(["gmo", "stripe"]),
  /** The address of the provider's script. */
  script_url: Type.String(),
  /** The key of the shop that is meant for browsers. */
  public_key: Type.String(),
  /** The ways to pay that the site offers. */
  payment_types: Type.Array(Type.Enum([...paymentTypes])),
});
export type PaymentSettings = Static<typeof PaymentSettings>;

/** One of the six things that a page states before a charge, in the reader's language. */
const ContractTerm = defineObject({
  key: Type.Enum(["what", "price", "payment", "start", "cancelling", "deadline"]),
  title: Type.String(),
  text: Type.String(),
});

/**
 * What the caller would agree to, computed from what would be charged. Subscribing repeats `version`; if something has
 * changed since, it answers 409 `offer_changed` and the page shows the offer again.
 */
export const Offer = defineObject({
  target_key: Type.String(),
  payment_type: Type.Enum([...paymentTypes]),
  version: Type.String(),
  /** What is charged today. */
  first_amount: Yen,
  /** What is charged every month from `next_charge_on`. */
  amount: Yen,
  next_charge_on: BillingDate,
  terms: Type.Array(ContractTerm),
});
export type Offer = Static<typeof Offer>;

export const getOffer = defineEndpoint({
  name: "getOffer",
  summary: "What the caller would agree to by subscribing, and what the card form needs",
  method: "GET",
  path: "/api/v2/me/payment/offers/:payment_type",
  caller: "user",
  params: defineObject({ payment_type: Type.Enum([...paymentTypes]) }),
  query: LocaleQuery,
  response: { 200: defineObject({ offer: Offer, settings: PaymentSettings }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(60),
});
