import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { afterAll, expect, test } from "vitest";
import { openShopOf } from "#platform/testing/buyers.ts";
import { openGmoBench, openStripeBench } from "#platform/testing/payment.ts";
import { reconcile } from "./commands/reconcile.ts";
import { refundOrder } from "./commands/refund.ts";

const benches = [await openGmoBench(), await openStripeBench()];
afterAll(async () => {
  for (const bench of benches) await bench.close();
});

for (const bench of benches) {
  const payments = { provider: bench.provider, price: 500, first_price: 300 };
  const shop = await openShopOf(payments, () => bench.createToken());
  const { site, createBuyer, pay, readSubscription, passDays, runJob, readRows } = shop;
  const countDifferences = async () =>
    (await readRows("select from billing_differences where solved_at is null")).length;

  test(`PAY-08 PAY-20 PAY-23 PAY-28 ${bench.name}: a subscription begins, renews, is given back and cancelled, and the books agree`, async () => {
    const buyer = await createBuyer();
    expect((await pay(buyer)).status).toBe(201);
    await passDays(31);
    await runJob("renew_subscriptions");
    const charges = await shop.listCharges(buyer);
    expect(charges.map(({ amount }) => amount)).toEqual([500, 300]);
    const order_id = charges[0]?.order_id ?? "";
    expect(await refundOrder(site.services, payments, order_id, 100)).toBe("done");
    await buyer.send(cancelSubscription, { body: { card_seq: null } });
    await reconcile(site.services, payments);
    expect(await countDifferences()).toBe(0);
    expect(bench.charges().reduce((sum, { amount }) => sum + amount, 0)).toBe(800);
  });

  test(`PAY-21 ${bench.name}: a refused card charges nothing, and a charge whose reply is lost is found`, async () => {
    const buyer = await createBuyer();
    const refused = await pay(buyer, { token: bench.createToken("balance") });
    expect(refused.error?.code).toBe("card_refused");
    const before = bench.charges().length;
    bench.plan("charge", bench.errors.unknownButDone);
    const lost = await pay(buyer);
    expect(lost.status).toBe(202);
    await pay(buyer);
    expect((await readSubscription(buyer))?.payment_type).toBe("credit_card");
    expect(bench.charges().length - before).toBe(1);
  });
}
