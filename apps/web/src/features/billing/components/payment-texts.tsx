import type { PaymentType } from "@toibako/contract/billing.ts";
import type { TextKey } from "#lib/i18n/texts.tsx";

/** The text key of each way to pay. */
export const paymentTypeTexts = {
  credit_card: "billing.pay_card",
  carrier_au: "billing.pay_au",
  carrier_docomo: "billing.pay_docomo",
  carrier_softbank: "billing.pay_softbank",
} as const satisfies Record<PaymentType, TextKey>;

/** Formats the month of expiry as it stands on the card: `2029-04` is `04/29`. */
export function formatExpiryOfCard(expires: string): string {
  const [year = "", month = ""] = expires.split("-");
  return `${month}/${year.slice(2)}`;
}
