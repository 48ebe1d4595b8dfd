import { randomBytes } from "node:crypto";
import type { Book } from "../payment-server.ts";

/** The keys of the sandbox. None of these is a real account's. */
export interface StripeKeys {
  secret_key: string;
  public_key: string;
  webhook_secret: string;
}

export const sandboxKeys: StripeKeys = {
  secret_key: "sk_test_sandbox",
  public_key: "pk_test_sandbox",
  webhook_secret: "whsec_sandbox",
};

export type Metadata = Record<string, string>;

/** The parameters of a call, flat: `metadata[order_id]` is one name. */
export type Params = Record<string, string>;

export interface Customer {
  id: string;
  created: number;
  metadata: Metadata;
}

export interface RawCard {
  number: string;
  exp_month: number;
  exp_year: number;
}

export interface Method {
  id: string;
  created: number;
  customer: string | null;
  card: RawCard;
  metadata: Metadata;
}

export interface Charge {
  id: string;
  created: number;
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  payment_intent: string;
  metadata: Metadata;
}

export interface PaymentError {
  type: string;
  code: string;
  decline_code?: string;
  message: string;
}

export interface Intent {
  id: string;
  created: number;
  amount: number;
  customer: string;
  payment_method: string;
  status: "requires_action" | "requires_payment_method" | "succeeded" | "canceled";
  return_url: string;
  last_payment_error: PaymentError | null;
  charge: Charge | undefined;
  metadata: Metadata;
}

export interface Dispute {
  id: string;
  amount: number;
  status: string;
  payment_intent: string;
}

export interface SavedReply {
  status: number;
  body: string;
}

/** All that the sandbox knows, kept in memory. Lists are read newest first, as from Stripe. */
export interface StripeState {
  keys: StripeKeys;
  origin: string;
  /** The clock of the sandbox, which tests may turn. */
  now: () => Date;
  customers: Map<string, Customer>;
  methods: Map<string, Method>;
  tokens: Map<string, { card: RawCard; isUsed: boolean }>;
  intents: Map<string, Intent>;
  refunds: { id: string; amount: number; payment_intent: string }[];
  disputes: Dispute[];
  /** The first reply to each idempotency key, and what was asked. */
  saved: Map<string, { request: string; reply: SavedReply }>;
  book: Book;
  /** Whether charges that ask for strong authentication get it. */
  isAuthenticating: boolean;
  /** Seconds for which new objects aren't found by search, as at Stripe. */
  search_lag_seconds: number;
  /** Reports an event to the shop. */
  emit: (type: string, order_id: string, object: object) => Promise<void>;
}

/** An error of the API. */
export class StripeError extends Error {
  status: number;
  error: Record<string, unknown>;
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.code));
    this.status = status;
    this.error = error;
  }
}

export function createMissing(param: string): StripeError {
  const message = `No such ${param}`;
  return new StripeError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    param,
    message,
  });
}

export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export function readSeconds({ now }: StripeState): number {
  return Math.floor(now().getTime() / 1000);
}

/** Reads the parameters `metadata[…]`. */
export function readMetadata(params: Params): Metadata {
  const entries = Object.entries(params).flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** A list of objects, newest first, as one page. */
export function createList(data: object[]) {
  return { object: "list", data, has_more: false, url: "/v1" };
}

/** Finds by a query such as `metadata['order_id']:'7'`. What is new is not found yet. */
export function createSearchResult<T extends { created: number; metadata: Metadata }>(
  state: StripeState,
  objects: ReadonlyMap<string, T>,
  { query = "" }: Params,
  describe: (found: T) => object,
) {
  const [, key = "", value = ""] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? [];
  const newest = readSeconds(state) - state.search_lag_seconds;
  const found = [...objects.values()].filter(
    ({ created, metadata }) => created <= newest && metadata[key] === value,
  );
  const data = found.map(describe);
  return { object: "search_result", data, has_more: false, next_page: null, url: "/v1" };
}
