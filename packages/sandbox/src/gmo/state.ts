import { randomBytes } from "node:crypto";
import type { Book } from "../payment-server.ts";

/** The shop of the sandbox. None of these is a real shop's. */
export interface GmoKeys {
  shop_id: string;
  shop_pass: string;
  site_id: string;
  site_pass: string;
  api_key: string;
}

export const sandboxKeys: GmoKeys = {
  shop_id: "sandbox-shop",
  shop_pass: "sandbox",
  site_id: "sandbox-site",
  site_pass: "sandbox",
  api_key: "sandbox-api-key",
};

export interface SandboxCard {
  number: string;
  /** YYMM. */
  expire: string;
  holder: string;
  isDeleted: boolean;
}

/** A token of the script: usable once, within 30 minutes. */
export interface CardToken {
  card: SandboxCard;
  expires_at: number;
  isUsed: boolean;
}

export type CarrierName = "au" | "docomo" | "softbank";

/** An order. `status` is GMO's own word. */
export interface Trade {
  order_id: string;
  kind: "card" | CarrierName;
  status: string;
  job: string;
  amount: number;
  access_id: string;
  access_pass: string;
  tran_id: string;
  approve: string;
  /** yyyyMMddHHmmss, in Asia/Tokyo. */
  date: string;
  customer: string;
  card: SandboxCard | undefined;
  /** Whether the shop has asked for strong authentication (TdFlag=2). */
  isAuthenticated: boolean;
  challenge: Challenge | undefined;
  carrier: CarrierTerms | undefined;
}

/** The step in which the owner of the card confirms the charge. */
export interface Challenge {
  id: string;
  state: "waiting" | "confirmed" | "cancelled" | "failed";
  return_url: string;
  /** 1 returns by POST, 3 by GET. */
  callback_type: string;
}

/** What a carrier bills. */
export interface CarrierTerms {
  first_amount: number;
  return_url: string;
  /** The token that the browser posts to StartURL. */
  token: string;
  /** The day of the month of a charge; 31 is the last. */
  charge_day: number;
  /** Whether the redirect that is under way ends the billing (docomo). */
  isEnding: boolean;
  /** The months for which the carrier has charged, such as 2026-01, and how that ended. */
  months: Map<
    string,
    { status: "PAYSUCCESS" | "PAYFAIL" | "CANCEL"; amount: number; date: string }
  >;
}

/** All that the sandbox knows, kept in memory. */
export interface GmoState {
  keys: GmoKeys;
  origin: string;
  /** The clock of the sandbox, which tests may turn. */
  now: () => Date;
  members: Map<string, SandboxCard[]>;
  tokens: Map<string, CardToken>;
  trades: Map<string, Trade>;
  book: Book;
  /** Whether charges that ask for strong authentication get it. */
  isAuthenticating: boolean;
  card_limit: number;
  /** Reports a change of an order to the shop; the promise ends with the shop's reply. */
  notify: (trade: Trade) => Promise<void>;
}

/** An error of the protocol, which comes as HTTP 200. */
export class GmoError extends Error {
  codes: string[];
  constructor(...codes: string[]) {
    super(codes.join("|"));
    this.codes = codes;
  }
}

export type Fields = Record<string, string>;

export function createTrade(
  state: GmoState,
  trade: Pick<Trade, "order_id" | "kind" | "job" | "amount"> & { isAuthenticated?: boolean },
): Trade {
  const entered: Trade = {
    status: "UNPROCESSED",
    access_id: createId(),
    access_pass: createId(),
    tran_id: "",
    approve: "",
    date: formatDate(state.now()),
    customer: "",
    card: undefined,
    challenge: undefined,
    carrier: undefined,
    isAuthenticated: false,
    ...trade,
  };
  state.trades.set(trade.order_id, entered);
  return entered;
}

/** Returns 32 hexadecimal characters. */
export function createId(): string {
  return randomBytes(16).toString("hex");
}

/** Formats a time as yyyyMMddHHmmss in Asia/Tokyo. */
export function formatDate(date: Date): string {
  return new Date(date.getTime() + 9 * 3_600_000).toISOString().replace(/\D/g, "").slice(0, 14);
}

export function maskNumber(number: string): string {
  return "*".repeat(Math.max(0, number.length - 3)) + number.slice(-3);
}
