import { runEach } from "#platform/database/batches.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import { composeLetter } from "#platform/mail/letter.ts";
import { createMailer } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { applyOrderState } from "./commands/apply-order-state.ts";
import { endCarrierBilling } from "./commands/cancel.ts";
import { beginCarrierMonths } from "./commands/carrier-months.ts";
import { settleOpenOrders } from "./commands/janitor.ts";
import { sendPaymentNotice } from "./commands/notices.ts";
import { tellPriceChange } from "./commands/prices.ts";
import { compareOrder, reconcile } from "./commands/reconcile.ts";
import { settleOpenRefunds } from "./commands/refund.ts";
import { endSubscriptions, renewSubscriptions } from "./commands/renew.ts";
import {
  askOrderJob,
  endCarrierBillingJob,
  forgetCardJob,
  sendPaymentNoticeJob,
  sendPriceChangeJob,
  sendReceiptJob,
} from "./job-definitions.ts";
import type { Payments } from "./providers/payments.ts";
import { writeReceipt } from "./queries/receipt-letter.ts";
import { findReceipt } from "./queries/receipts.ts";

const renewSubscriptionsJob = defineJob("renew_subscriptions", {}, { cron: "*/10 * * * *" });
const settleOpenOrdersJob = defineJob("settle_open_orders", {}, { cron: "* * * * *" });
// At night in Japan, after the clean-up.
const reconcilePaymentsJob = defineJob("reconcile_payments", {}, { cron: "40 19 * * *" });
const endSubscriptionsJob = defineJob("end_subscriptions", {}, { cron: "5 * * * *" });

/** Creates the jobs of billing. Without a provider, those that call it do nothing. */
export function createBillingJobs(services: Services, payments: Payments | undefined): Job[] {
  const { config, db } = services;
  const send = createMailer(config);
  return [
    handleJob(askOrderJob, async ({ order_id }) => {
      if (!payments) return;
      await applyOrderState(services, payments, order_id);
      await compareOrder(services, payments, order_id);
    }),
    handleJob(sendPaymentNoticeJob, ({ order_id, detail }) =>
      sendPaymentNotice(services, order_id, detail),
    ),
    handleJob(sendReceiptJob, async ({ order_id }) => {
      const receipt = send && (await findReceipt(db, order_id));
      if (!receipt) return;
      const letter = writeReceipt(receipt, config.public_url, payments?.seller?.name);
      await send({ to: receipt.confirmed_email, ...composeLetter(letter, config.public_url) });
    }),
    handleJob(sendPriceChangeJob, ({ subscription_pk }) =>
      tellPriceChange(services, send, subscription_pk),
    ),
    handleJob(forgetCardJob, async ({ reference, card_seq }) => {
      const forgotten = await payments?.provider.forgetCard(reference, card_seq);
      if (forgotten && forgotten.outcome !== "done") throw new Error("the card was not deleted");
    }),
    handleJob(endCarrierBillingJob, async ({ subscription_pk }) => {
      // If it can't be told now, the janitor does it.
      if (payments) await endCarrierBilling(services, payments, subscription_pk);
    }),
    handleJob(renewSubscriptionsJob, async () => {
      await beginCarrierMonths(services);
      if (payments) await renewSubscriptions(services, payments);
    }),
    handleJob(settleOpenOrdersJob, async () => {
      if (!payments) return;
      await runEach([
        () => settleOpenOrders(services, payments),
        () => settleOpenRefunds(services, payments),
      ]);
    }),
    handleJob(reconcilePaymentsJob, async () => {
      if (payments) await reconcile(services, payments);
    }),
    handleJob(endSubscriptionsJob, () => endSubscriptions(services)),
  ];
}
