import type { Letter } from "#platform/mail/letter.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { formatBillingDay, formatYen } from "./offers.ts";
import type { Receipt } from "./receipts.ts";

/** Writes the mail with the receipt of a charge; `seller` is the name of who sells. */
export function writeReceipt(
  receipt: Receipt,
  public_url: string,
  seller: string | undefined,
): Letter {
  const { locale, account, order_id } = receipt;
  const text = (key: TextKey, parameters: Record<string, string> = {}) =>
    translate(locale, key, { account, ...parameters });
  const dates = {
    first: formatBillingDay(locale, receipt.expired_in),
    last: formatBillingDay(locale, receipt.ends_on),
  };
  return {
    locale,
    subject: text("mail_receipt_subject"),
    paragraphs: [text("mail_receipt_text")],
    lines: [
      { label: text("mail_receipt_for"), value: text("billing_premium_monthly") },
      {
        label: text("mail_receipt_amount"),
        value: text("mail_receipt_yen", { amount: formatYen(locale, receipt.amount) }),
      },
      { label: text("mail_receipt_period"), value: text("mail_receipt_dates", dates) },
      { label: text("mail_receipt_order"), value: order_id },
      ...(seller === undefined ? [] : [{ label: text("mail_receipt_seller"), value: seller }]),
    ],
    button: { label: text("mail_receipt_button"), url: `${public_url}/${locale}/stg?tab=card` },
    reason: text("mail_reason_account"),
  };
}
