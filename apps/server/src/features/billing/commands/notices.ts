import type { Static } from "typebox";
import type { Services } from "#platform/services.ts";
import { sendNotice } from "../../notices/commands/send-notices.ts";
import type { sendPaymentNoticeJob } from "../job-definitions.ts";
import { findOwner } from "../queries/charges.ts";

type Detail = Static<(typeof sendPaymentNoticeJob)["fields"]["detail"]>;

/** Sends the notice about a charge to the account whose order it is, if that still exists. */
export async function sendPaymentNotice(
  services: Services,
  order_id: string,
  detail: Detail,
): Promise<void> {
  const user_pk = await findOwner(services.db, order_id);
  if (user_pk === undefined) return;
  await sendNotice(services, user_pk, {
    kind: "payment",
    subject: `${order_id} ${detail}`,
    detail,
    urn: "/stg?tab=card",
  });
}
