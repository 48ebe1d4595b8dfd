import type { Card } from "@toibako/contract/billing/cards.ts";
import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import type { Carrier } from "@toibako/contract/billing.ts";

/**
 * What is known after a call: it was carried out, it was not, or nobody knows. Only the provider can tell then
 * (`PaymentProvider.ask`), and until it does, the same order is never repeated under another id.
 */
export type Outcome<T = object> =
  | ({ outcome: "done" } & T)
  | { outcome: "not_done"; reason: Refusal; code: string }
  | { outcome: "unknown"; code: string };

/** Why a call was not carried out; `code` beside it is the provider's own, for staff. */
export type Refusal =
  /** No such card, customer or order. */
  | "not_found"
  /** The token is missing, used or expired. */
  | "token"
  /** The bank refuses the card for now: balance or limit. */
  | "balance"
  /** The card can't be used: number, expiry, security code, lost, not accepted. */
  | "card"
  /** The person broke off or failed strong authentication, or turned back on the carrier's page. */
  | "broken_off"
  /** The provider is busy or down, and did nothing. */
  | "unavailable"
  /** The provider did not accept our request; a fault of the configuration or of this code. */
  | "invalid";

/** A charge of a card. The order id is committed before the call, and every repetition has the same one. */
export interface CardCharge {
  /** At most 27 characters of `A-Za-z0-9-`. */
  order_id: string;
  /** The random reference under which the provider knows the person. */
  customer: string;
  card_seq: number;
  /** Yen, including tax. */
  amount: number;
  /** Where the browser returns from strong authentication; undefined for a renewal, which nobody attends. */
  return_url?: string;
}

/** The owner of the card must confirm the charge at this address, in the browser. */
export interface ConfirmationNeeded {
  outcome: "confirm";
  redirect_url: string;
}

/** Names an order. Stripe finds orders without delay only among those of a customer. */
export interface OrderKey {
  order_id: string;
  customer: string;
  /** The carrier that bills the order; null for a card. */
  carrier: Carrier | null;
}

/** An order as the provider knows it at this moment. */
export interface OrderState {
  /**
   * `charged`: the card was charged. `registered`: the carrier bills every month. `ended`: the carrier bills no more.
   * `returned`: cancelled or given back in full. `pending`: begun, nothing charged; may still be confirmed, and the same
   * `charge` may be repeated. `nothing`: no such order, or one that will never be charged.
   */
  state: "charged" | "registered" | "ended" | "returned" | "pending" | "nothing";
  /** Yen of the order, less what was given back; 0 if it was given back in full. For a carrier, yen a month. */
  amount: number;
  /** Yen that the bank has taken back because the owner of the card disputes the charge; null if the provider doesn't tell. */
  disputed: number | null;
  /** When the provider carried it out; null if it didn't. */
  processed_at: Date | null;
}

/**
 * What is given back. The amount that is charged before makes a repetition harmless: the provider is asked first, and
 * `charged - amount` means that the refund was done.
 */
export interface Refund {
  /** Yen that are charged before the refund. */
  charged: number;
  /** Yen to give back, at most `charged`. */
  amount: number;
  /** The month of a carrier's charge, such as 2026-01; null for a card. */
  month: string | null;
}

/** What the browser needs to begin a carrier's billing. */
export interface CarrierStart {
  start_url: string;
  access_id: string;
  token: string;
}

export interface CarrierOrder {
  order_id: string;
  carrier: Carrier;
  /** Yen a month, including tax. */
  amount: number;
  /** Yen of the first month, including tax. */
  first_amount: number;
  /** The day of the next charge, in Asia/Tokyo. */
  next_charge_on: string;
  return_url: string;
}

/** One line of the file in which a carrier says what it has billed for a month. */
export interface CarrierResult {
  order_id: string;
  carrier: Carrier;
  /** Such as 2026-01. */
  month: string;
  result: "paid" | "failed" | "refunded";
  amount: number;
  /** The day of the carrier's charge, in Asia/Tokyo. */
  processed_on: string;
}

/**
 * A payment provider. Every call has a timeout, and throws only for a fault of this code: what the provider, the
 * network or the person causes is an outcome.
 */
export interface PaymentProvider {
  name: PaymentSettings["provider"];
  /** What the browser needs; `payment_types` are the ways that this provider and its configuration offer. */
  settings: PaymentSettings;
  /**
   * Origins for the content security policy: of pages with a card form, and `form` for pages that post to a carrier's
   * `start_url`.
   */
  hosts: { script: string; connect: string[]; frame: string[]; form: string[] };
  /** Saves the card of a token, under a customer that is made if it doesn't exist. */
  registerCard(customer: string, token: string): Promise<Outcome<{ card: Card }>>;
  /** Lists the cards of a customer; none if the customer doesn't exist. */
  listCards(customer: string): Promise<Outcome<{ cards: Card[] }>>;
  /** Deletes a card; one that doesn't exist is `done`. */
  forgetCard(customer: string, card_seq: number): Promise<Outcome>;
  /** Deletes all that the provider keeps of a customer. */
  forgetCustomer(customer: string): Promise<Outcome>;
  charge(charge: CardCharge): Promise<Outcome<{ processed_at: Date }> | ConfirmationNeeded>;
  /** Completes a charge after strong authentication; repeated, it has the same outcome. */
  completeCharge(order: OrderKey): Promise<Outcome<{ processed_at: Date }>>;
  /**
   * Makes sure that a pending charge can never be done any more, and answers the state after that: `nothing`, or
   * `charged` if the charge was quicker. Only after this may the person be charged under another order.
   */
  abandonCharge(order: OrderKey): Promise<Outcome<OrderState>>;
  /** Asks for an order's state; the only thing that a notification, a return and the janitor rely on. */
  ask(order: OrderKey): Promise<Outcome<OrderState>>;
  /** Gives back a charge or a part of it; SoftBank gives nothing back, which is `invalid`. */
  refund(order: OrderKey, refund: Refund): Promise<Outcome>;
  startCarrierBilling(order: CarrierOrder): Promise<Outcome<CarrierStart>>;
  /** Ends a carrier's billing from server to server; one that has ended is `done`. */
  endCarrierBilling(order_id: string, carrier: Carrier): Promise<Outcome>;
  /**
   * Fetches what a carrier has billed for a month; undefined as long as there is no file. `not_done` if no address of
   * files is configured.
   */
  readCarrierResults(
    carrier: Carrier,
    month: string,
  ): Promise<Outcome<{ results: CarrierResult[] | undefined }>>;
  /** Reads the order that a notification names; undefined if it is not one for this shop. Nothing else is read. */
  readNotification(
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<string | undefined>;
  /** What the provider expects as the reply to a notification that was received. */
  notificationReply: string;
}
