import { type Static, Type } from "typebox";
import { defineEndpoint, type Limit, limitCalls } from "./endpoint.ts";
import { defineObject, Locale, PageQuery, Pager, Timestamp } from "./shapes.ts";

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

/** Amounts are whole yen including tax. */
const Yen = Type.Integer({ minimum: 0 });

const LocaleQuery = defineObject({ locale: Type.Optional(Locale) });

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

/** A card at the provider. Numbers are never stored here; `card_no` is masked by the provider. */
export const Card = defineObject({
  card_seq: Type.Integer({ minimum: 0 }),
  /** The last digits, such as 111. */
  last_digits: Type.String(),
  /** The month of expiry, such as 2029-04. */
  expires: Type.String(),
});
export type Card = Static<typeof Card>;

/** Whether the caller has a card at the provider, and its last digits. */
export const getCreditCard = defineEndpoint({
  name: "getCreditCard",
  summary: "The caller's card at the payment provider",
  method: "GET",
  path: "/api/v2/me/payment/credit_card",
  caller: "user",
  query: defineObject({
    card_seq: Type.Optional(Type.String({ maxLength: 10 })),
    locale: Type.Optional(Locale),
  }),
  response: {
    200: defineObject({ is_present: Type.Boolean(), card: Type.Union([Card, Type.Null()]) }),
  },
  errors: ["sign_in_needed", "payment_unavailable"],
  limits: limitCalls(60),
});

/** A token of the provider's script, valid once and for 30 minutes. */
const Token = Type.String({ minLength: 1, maxLength: 500 });

/** Saves a card in place of the caller's, which is deleted afterwards; a subscription is then charged to it. */
export const putCreditCard = defineEndpoint({
  name: "putCreditCard",
  summary: "Save a card, or replace the saved one",
  method: "PUT",
  path: "/api/v2/me/payment/credit_card",
  caller: "user",
  body: defineObject({ token: Token }),
  response: { 200: defineObject({ card: Card }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "card_refused",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** Deletes the caller's card; refused while a subscription will be charged to it. */
export const deleteCreditCard = defineEndpoint({
  name: "deleteCreditCard",
  summary: "Delete the caller's card at the payment provider",
  method: "DELETE",
  path: "/api/v2/me/payment/credit_card",
  caller: "user",
  body: defineObject({ card_seq: Type.Integer({ minimum: 0 }) }),
  response: { 204: Type.Null() },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "card_in_use",
    "payment_unavailable",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** A subscription that is usable; `cancelled_at` null means that it renews. */
export const Subscription = defineObject({
  cancelled_at: Type.Union([Timestamp, Type.Null()]),
  /** The day of the last paid month's charge. Use ends on `ends_on`, one calendar month later. */
  expired_in: BillingDate,
  /** The last day of use, if it is not renewed; reckoned from the first day of the subscription. */
  ends_on: BillingDate,
  payment_type: Type.Enum([...paymentTypes]),
  card_seq: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** The next charge; null for a cancelled subscription. */
  next_charge: Type.Union([defineObject({ on: BillingDate, amount: Yen }), Type.Null()]),
  /** Whether the last charge failed and is tried again. */
  is_past_due: Type.Boolean(),
});
export type Subscription = Static<typeof Subscription>;

/** The caller's subscription; null if there is none that is usable. */
export const getSubscription = defineEndpoint({
  name: "getSubscription",
  summary: "The caller's subscription",
  method: "GET",
  path: "/api/v2/me/payment/subscriptions",
  caller: "user",
  query: LocaleQuery,
  response: {
    200: defineObject({
      subscription: Type.Union([Subscription, Type.Null()]),
      /**
       * The order of a payment whose result is not known yet; null if there is none. One that waits for its owner, on a
       * page of the bank or of a carrier, doesn't count: they may have turned back, and another attempt gives it up.
       */
      pending_order_id: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Subscribes by card: a new card sends `token` with `card_seq` null, a kept one `card_seq` with `token` null. The reply is
 * 201 if the charge is done. It is 202 if the owner of the card must confirm it at `redirect_url`, or, with
 * `redirect_url` null, if the provider's answer was lost: then the provider is asked, and the charge is never repeated
 * under another order.
 */
export const subscribe = defineEndpoint({
  name: "subscribe",
  summary: "Subscribe by card",
  method: "POST",
  path: "/api/v2/me/payment/subscriptions",
  caller: "user",
  body: defineObject({
    token: Type.Union([Token, Type.Null()]),
    card_seq: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    target_key: Type.String({ maxLength: 64 }),
    payment_type: Type.Literal("credit_card"),
    /** The version of the offer that the caller has read. */
    offer_version: Type.String({ maxLength: 64 }),
  }),
  response: {
    201: defineObject({ subscription: Subscription }),
    202: defineObject({
      order_id: Type.String(),
      redirect_url: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: [
    "sign_in_needed",
    "birth_date_needed",
    "too_young",
    "invalid_fields",
    "not_found",
    "card_refused",
    "already_subscribed",
    "offer_changed",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** Cancels the caller's subscription, which stays usable until `ends_on`. 404 if there is none that renews. */
export const cancelSubscription = defineEndpoint({
  name: "cancelSubscription",
  summary: "Cancel the caller's subscription",
  method: "PATCH",
  path: "/api/v2/me/payment/subscriptions",
  caller: "user",
  body: defineObject({ card_seq: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]) }),
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
  caller: "user",
  body: defineObject({
    survey: Type.Array(SurveyAnswer, { minItems: 3, maxItems: 6 }),
  }),
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
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/** Begins a subscription by carrier; the browser then posts `access_id` and `token` to `start_url`. */
export const startCarrierBilling = defineEndpoint({
  name: "startCarrierBilling",
  summary: "Begin a subscription that a telephone's carrier bills",
  method: "POST",
  path: "/api/v2/me/payment/carrier_billing",
  caller: "user",
  body: defineObject({
    carrier: Type.Enum([...carriers]),
    /** The version of the offer that the caller has read. */
    offer_version: Type.String({ maxLength: 64 }),
  }),
  response: {
    200: defineObject({
      start_url: Type.String(),
      access_id: Type.String(),
      token: Type.String(),
    }),
  },
  errors: [
    "sign_in_needed",
    "birth_date_needed",
    "too_young",
    "invalid_fields",
    "not_found",
    "already_subscribed",
    "offer_changed",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** A charge, or what was given back of one. */
export const Charge = defineObject({
  order_id: Type.String(),
  kind: Type.Enum(["charge", "refund", "dispute"]),
  /** Negative for what was given back. */
  amount: Type.Integer(),
  payment_type: Type.Enum([...paymentTypes]),
  /** The days that it pays for. */
  starts_on: BillingDate,
  ends_on: BillingDate,
  charged_at: Timestamp,
  formatted_date_time: Type.String(),
});
export type Charge = Static<typeof Charge>;

/** The caller's charges, newest first; 20 a page. */
export const listCharges = defineEndpoint({
  name: "listCharges",
  summary: "Past charges of the caller",
  method: "GET",
  path: "/api/v2/me/payment/charges",
  caller: "user",
  query: defineObject({ page: PageQuery, locale: Type.Optional(Locale) }),
  response: { 200: defineObject({ charges: Type.Array(Charge), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(60),
});

/** How a payment that was begun stands at the provider, which is asked anew. */
export const paymentResults = ["done", "not_done", "unknown"] as const;

/**
 * Reads the result of one's own order: after strong authentication, a carrier's page, or a lost answer. `not_done` means
 * that nothing was charged.
 */
export const getPaymentResult = defineEndpoint({
  name: "getPaymentResult",
  summary: "The result of a payment of the caller",
  method: "GET",
  path: "/api/v2/me/payment/orders/:order_id",
  caller: "user",
  params: defineObject({ order_id: Type.String({ maxLength: 64 }) }),
  response: { 200: defineObject({ result: Type.Enum([...paymentResults]) }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(60),
});

const OrderPath = defineObject({ order_id: Type.String({ maxLength: 64 }) });

/** Each call may ask the provider. */
const returnLimits: Limit[] = [
  { key: "address", max: 60, seconds: 60, on_store_error: "allow" },
  { key: "everyone", max: 3_000, seconds: 60, on_store_error: "allow" },
];

const returnReply = { 303: Type.Null() };

/**
 * Where the browser returns from strong authentication and from a carrier's page, as a form of another site: without a
 * session, perhaps twice, perhaps never. The provider is asked, and the browser goes on to the settings.
 */
export const postPaymentReturn = defineEndpoint({
  name: "postPaymentReturn",
  summary: "Return from a page of the payment provider",
  method: "POST",
  path: "/payment/returns/:order_id",
  caller: "anyone",
  params: OrderPath,
  response: returnReply,
  errors: [],
  limits: returnLimits,
  is_one_click: true,
  is_navigation: true,
  serves_stale_tabs: true,
});

export const getPaymentReturn = defineEndpoint({
  name: "getPaymentReturn",
  summary: "Return from a page of the payment provider",
  method: "GET",
  path: "/payment/returns/:order_id",
  caller: "anyone",
  params: OrderPath,
  response: returnReply,
  errors: [],
  limits: returnLimits,
  has_effect: true,
  is_navigation: true,
  serves_stale_tabs: true,
  counts_as: "postPaymentReturn",
});

/**
 * A notification of the payment provider that an order has changed. It says only which order to ask about; a forged one
 * changes nothing. The reply is what the provider expects.
 */
export const postPaymentNotification = defineEndpoint({
  name: "postPaymentNotification",
  summary: "Notification of the payment provider",
  method: "POST",
  path: "/payment/notifications/:provider",
  caller: "anyone",
  params: defineObject({ provider: Type.String({ maxLength: 16 }) }),
  response: { 200: Type.String() },
  errors: ["forbidden"],
  limits: [{ key: "everyone", max: 12_000, seconds: 60, on_store_error: "allow" }],
  unsigned_body: { max_bytes: 65_536 },
  serves_stale_tabs: true,
});
