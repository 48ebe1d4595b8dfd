import Stripe from "stripe";
import { PeerUnavailable } from "#platform/http/peers.ts";
import { doubt, explainLostConnection, type Failed, refuse } from "./outcomes.ts";
import type { Refusal } from "./provider.ts";

const balanceCodes = [
  "insufficient_funds",
  "card_velocity_exceeded",
  "withdrawal_count_limit_exceeded",
];

/** Whether Stripe gave no usable reply, so that the call may have been carried out. */
export function isLost(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError || isServerError(error);
}

function isServerError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError;
}

/** Says what an error of the library means. One that isn't known is a doubt. */
export function explainError(error: unknown): Failed {
  if (error instanceof PeerUnavailable) return refuse("unavailable", "not sent");
  if (!(error instanceof Stripe.errors.StripeError)) return doubt(String(error));
  // The library's decline_code is empty if there is none.
  const code = error.decline_code || error.code || error.type;
  if (error instanceof Stripe.errors.StripeConnectionError) return explainConnection(error);
  if (error instanceof Stripe.errors.StripeCardError) return refuseCard(code);
  if (error instanceof Stripe.errors.StripeRateLimitError) return refuse("unavailable", code);
  // Another call with the same key is running.
  if (error.code === "idempotency_key_in_use") return doubt(error.code);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return refuse(chooseReason(error), code);
  }
  const isRefused =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeIdempotencyError;
  return isRefused ? refuse("invalid", code) : doubt(code);
}

function explainConnection({ detail, message }: Stripe.errors.StripeError): Failed {
  const code = (detail as NodeJS.ErrnoException | undefined)?.code ?? message;
  return explainLostConnection(code);
}

/** Explains the bank's refusal of a card by its code. */
export function refuseCard(code: string): Failed {
  if (code === "payment_intent_authentication_failure") return refuse("broken_off", code);
  return refuse(balanceCodes.includes(code) ? "balance" : "card", code);
}

function chooseReason({ code, param }: Stripe.errors.StripeError): Refusal {
  if (code === "token_already_used" || param?.includes("token")) return "token";
  return code === "resource_missing" ? "not_found" : "invalid";
}
