import { doubt, type Failed, refuse } from "./outcomes.ts";
import type { Refusal } from "./provider.ts";

export const errors = {
  member_exists: "E01390010",
  no_member: "E01390002",
  no_card: "E01240002",
  no_trade: "E01110002",
  card_limit: "E01230009",
  order_used: "E01040010",
} as const;

/** The reasons of codes that say for certain that the call was not carried out; the first match counts. */
const refusals: readonly [RegExp, Refusal][] = [
  [/^(E01390002|E01240002|E01110002)$/, "not_found"],
  [/^EX100030[1-3]$/, "token"],
  // The number, the expiry and the security code of a card.
  [/^E01(17|18|27)/, "card"],
  [/^E9200000[12]$/, "unavailable"],
  [/^(E01|E61|E82|EX1|M01|E11)/, "invalid"],
  [/^42G(02|03|04|05|55)/, "balance"],
  [/^42G/, "card"],
  [/^E21/, "broken_off"],
];

/**
 * Codes that refuse a call because another call of the same order came first or is running. That call was not carried
 * out, but the order may be.
 */
const overtaken = /^(E82010001|E1101000[123]|E90010001)$/;

/**
 * Says what a list of error codes means. A code that isn't known is a doubt, and so is the list that contains it:
 * E91… above all, after which the provider must be asked.
 */
export function explainErrors(codes: readonly string[]): Failed {
  const code = codes.join("|") || "no code";
  const reasons = codes.map((one) => refusals.find(([pattern]) => pattern.test(one))?.[1]);
  const [reason] = reasons;
  if (reason === undefined || reasons.includes(undefined)) return doubt(code);
  return refuse(reason, code);
}

/** The same for a call that charges: whether the order was charged is a doubt if another call overtook this one. */
export function explainCharge(codes: readonly string[]): Failed {
  return codes.some((code) => overtaken.test(code)) ? doubt(codes.join("|")) : explainErrors(codes);
}
