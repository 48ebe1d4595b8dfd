import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import {
  type CardField,
  type CardProblem,
  CardRefusal,
  guardToken,
  loadProviderScript,
} from "./provider-script.ts";

/** The script of GMO Payment Gateway, token version 1. */
interface Multipayment {
  init: (apiKey: string) => void;
  getToken: (card: GmoCard, callback: (reply: GmoReply) => void) => void;
}

interface GmoCard {
  cardno: string;
  /** YYYYMM */
  expire: string;
  securitycode: string;
  holdername: string;
  tokennumber: string;
}

interface GmoReply {
  resultCode: string | number;
  tokenObject?: { token?: string | string[] };
}

declare global {
  interface Window {
    Multipayment?: Multipayment;
  }
}

/** What was typed into a card form. */
export type CardEntries = Record<CardField, string>;

const problemOfCodes: Record<string, CardProblem> = {
  100: "number",
  101: "number",
  102: "number",
  110: "expiry",
  111: "expiry",
  112: "expiry",
  113: "expiry",
  121: "security_code",
  122: "security_code",
  131: "holder",
  132: "holder",
  551: "api_key",
  552: "api_key",
  901: "unexpected",
  902: "congestion",
};

/** The problem that a result code of the script stands for. */
export function findProblem(code: string): CardProblem {
  return problemOfCodes[code] ?? (/^\d{3}$/.test(code) ? "other" : "unexpected");
}

/** Makes a token of a card. The card goes to the provider's script and nowhere else. */
export function createGmoToken(settings: PaymentSettings, entries: CardEntries): Promise<string> {
  return guardToken(async () => {
    // The script accepts a card without these two, but the bank or strong authentication may not.
    if (toDigits(entries.security_code) === "") throw new CardRefusal("security_code");
    if (entries.holder.trim() === "") throw new CardRefusal("holder");
    await loadProviderScript(settings.script_url);
    const { Multipayment } = window;
    if (!Multipayment) throw new CardRefusal("unexpected");
    Multipayment.init(settings.public_key);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    Multipayment.getToken(
      {
        cardno: toDigits(entries.number),
        expire: toYearAndMonth(entries.expiry),
        securitycode: toDigits(entries.security_code),
        holdername: entries.holder.trim().toUpperCase(),
        tokennumber: "1",
      },
      ({ resultCode, tokenObject }) => {
        const code = String(resultCode);
        const [token] = [tokenObject?.token].flat();
        if (code === "000" && token) resolve(token);
        else if (code === "000") reject(new CardRefusal("unexpected"));
        else reject(new CardRefusal(findProblem(code), code));
      },
    );
    return promise;
  });
}

/** The digits of a text, also full-width ones, which Japanese keyboards write. */
export function toDigits(text: string): string {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/\D/g, "");
}

/** Groups the digits of a card number by four. */
export const formatCardNumber = (text: string): string =>
  toDigits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** Writes a month of expiry as `MM / YY`; browsers may fill in `MM/YYYY` or `YYYY-MM`. */
export function formatExpiry(text: string): string {
  const yearFirst = /^(\d{4})-(\d{1,2})$/.exec(text.trim());
  if (yearFirst) return `${yearFirst[2]?.padStart(2, "0")} / ${yearFirst[1]?.slice(2)}`;
  let digits = toDigits(text);
  // A month of one digit, such as 4 for April.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (digits.length <= 2) return digits;
  const year = digits.slice(2, 6);
  return `${digits.slice(0, 2)} / ${year.length === 4 ? year.slice(2) : year.slice(0, 2)}`;
}

/** The month of expiry as the script expects it, YYYYMM; what isn't one is passed on, and the script refuses it. */
function toYearAndMonth(text: string): string {
  const digits = toDigits(formatExpiry(text));
  return digits.length === 4 ? `20${digits.slice(2)}${digits.slice(0, 2)}` : digits;
}
