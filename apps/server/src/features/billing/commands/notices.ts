import type { Static } from "typebox";
import type { Services } from "#platform/services.ts";
import { sendNotice } from "../../notices/commands/send-notices.ts";
import type { PaymentDetail } from "../../notices/policy.ts";
import type { sendPaymentNoticeJob } from "../job-definitions.ts";
import { findOwner } from "../queries/charges.ts";
import type { PriceChange } from "../queries/price-change.ts";

type Detail = Static<(typeof sendPaymentNoticeJob)["fields"]["detail"]>;

/** Sends the notice about a charge to the account whose order it is, if that still exists. */
export async function sendPaymentNotice(
  services: Services,
  order_id: string,
  detail: Detail,
): Promise<void> {
  const user_pk = await findOwner(services.db, order_id);
  if (user_pk !== undefined) await send(services, user_pk, order_id, detail);
}

/** Sends the notice that the price changes. */
export const sendPriceNotice = (
  services: Services,
  subscription_pk: number,
  { user_pk, next_amount_on }: PriceChange,
): Promise<void> =>
  send(services, user_pk, `${subscription_pk} ${next_amount_on}`, "payment_price");

async function send(services: Services, user_pk: number, about: string, detail: PaymentDetail) {
  const subject = `${about} ${detail}`;
  await sendNotice(services, user_pk, { kind: "payment", subject, detail, urn: "/stg?tab=card" });
}
