import type { Outcome, Refusal } from "./provider.ts";

/** What a failed call says of itself: refused with a reason, or nobody knows whether it was carried out. */
export type Failed = Exclude<Outcome, { outcome: "done" }>;

export function refuse(reason: Refusal, code: string): Failed {
  return { outcome: "not_done", reason, code };
}

export function doubt(code: string): Failed {
  return { outcome: "unknown", code };
}

/** More than all jobs make at once, so that somebody who pays doesn't wait for renewals. */
export const callsAtOnce = 64;

/** The codes of a connection that was never made. */
const unsentCodes = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Says what a lost connection means, by the code of its error: only one that was never made did nothing. */
export function explainLostConnection(code: string): Failed {
  return unsentCodes.includes(code) ? refuse("unavailable", code) : doubt(code);
}
