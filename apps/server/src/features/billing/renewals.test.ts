import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { putCreditCard } from "@toibako/contract/billing/cards.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { afterEach, expect, test, vi } from "vitest";
import { openMemoryShop } from "#platform/testing/buyers.ts";
import { password } from "#platform/testing/site.ts";
import { applyCarrierResult } from "./commands/carrier-months.ts";
import { listDifferences } from "./commands/differences.ts";
import { addDays, addMonths, findTokyoDay } from "./policy/periods.ts";

const shop = await openMemoryShop();
const { memory, site, createBuyer, pay, startCarrier, readSubscription, readRows } = shop;
const { passDays, passSeconds, runJob, listCharges, findPending, readLastOrder, readResult } = shop;

afterEach(async () => {
  vi.useRealTimers();
  for (const verb of Object.keys(memory.faults)) delete memory.faults[verb as "charge"];
  // Ends the subscriptions of a test, and takes what it left off the list of differences.
  await readRows("update subscriptions set state = 'ended', charge_on = null");
  await readRows("update billing_differences set solved_at = now()");
});

const listKinds = async () =>
  (await listDifferences(site.services.db)).map(({ kind }) => kind).sort();

test("PAY-20 a renewal charges the next month once, however often the job runs", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await passDays(31);
  await runJob("renew_subscriptions");
  await runJob("renew_subscriptions");
  expect((await listCharges(buyer)).map(({ amount }) => amount)).toEqual([500, 500]);
  const [row] = await readRows<{ starts_on: string; expired_in: string; ends_on: string }>(
    "select starts_on::text, expired_in::text, ends_on::text from subscriptions order by pk desc limit 1",
  );
  expect(row?.expired_in).toBe(addMonths(row?.starts_on ?? "", 1));
  expect(row?.ends_on).toBe(addMonths(row?.starts_on ?? "", 2));
});

test("PAY-21 a renewal whose reply is lost is repeated under the same order id and charged once", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await passDays(31);
  memory.faults.charge = ["lost_request"];
  await runJob("renew_subscriptions");
  expect(await listCharges(buyer)).toHaveLength(1);
  await passSeconds(130);
  await runJob("settle_open_orders");
  expect(await listCharges(buyer)).toHaveLength(2);
  const ids = memory.calls.filter(({ verb }) => verb === "charge").slice(-2);
  expect(ids[0]?.order_id).toBe(ids[1]?.order_id);
});

test("PAY-21 PAY-28 a lost renewal of a subscription that has ended, and was followed by another, is booked as late", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await passDays(32);
  memory.faults.charge = ["lost_reply"];
  await runJob("renew_subscriptions");
  await buyer.send(cancelSubscription, { body: { card_seq: 0 } });
  expect((await pay(buyer)).status).toBe(201);
  await passSeconds(130);
  await runJob("settle_open_orders");
  expect((await listCharges(buyer)).map(({ amount }) => amount)).toEqual([500, 500, 500]);
  expect(await listKinds()).toEqual(["late_charge"]);
  const open = await readRows("select from charges where outcome in ('intended', 'unknown')");
  expect(open).toEqual([]);
  expect((await readSubscription(buyer))?.cancelled_at).toBeNull();
});

test("PAY-21 PAY-23 another provider is neither asked about the orders of the former one nor charges its cards", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const { provider } = shop.payments;
  memory.faults.charge = ["lost_reply"];
  const waiting = await createBuyer();
  expect((await pay(waiting)).status).toBe(202);
  await passDays(31);
  await passSeconds(130);
  provider.name = "stripe";
  try {
    const before = memory.calls.length;
    await runJob("settle_open_orders");
    await runJob("reconcile_payments");
    await runJob("renew_subscriptions");
    expect(memory.calls).toHaveLength(before);
    expect(await listKinds()).toEqual([]);
    expect(await findPending(waiting)).not.toBe("");
    expect((await readSubscription(buyer))?.is_past_due).toBe(true);
    // The owner saves a card at the new provider.
    await buyer.send(putCreditCard, { body: { token: "at-the-new-provider" } });
    await runJob("renew_subscriptions");
    expect((await readSubscription(buyer))?.is_past_due).toBe(false);
  } finally {
    provider.name = "gmo";
  }
  await runJob("settle_open_orders");
  expect(await listCharges(waiting)).toHaveLength(1);
});

test("PAY-12 PAY-18 a carrier that confirms after the cancellation is told of the end", async () => {
  const buyer = await createBuyer();
  await startCarrier(buyer, "au");
  const order_id = await readLastOrder();
  expect((await buyer.send(leaveAccount, { body: { password } })).status).toBe(204);
  await site.services.jobs.drain();
  memory.register(order_id);
  await passSeconds(60);
  await runJob("settle_open_orders");
  await runJob("settle_open_orders");
  expect(memory.orders.get(order_id)?.state).toBe("ended");
});

test("PAY-13 a cancelled subscription is not charged again and ends after its last day", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await buyer.send(cancelSubscription, { body: { card_seq: 0 } });
  const subscription = await readSubscription(buyer);
  const last = Math.round(
    (Date.parse(subscription?.ends_on ?? "") - Date.parse(findTokyoDay())) / 86_400_000,
  );
  await passDays(last);
  await runJob("renew_subscriptions");
  await runJob("end_subscriptions");
  expect((await readSubscription(buyer))?.ends_on).toBe(findTokyoDay());
  await passDays(1);
  expect(await readSubscription(buyer)).toBe(null);
  expect(await listCharges(buyer)).toHaveLength(1);
  expect((await pay(buyer, { token: null, card_seq: 0 })).status).toBe(201);
});

test("a carrier's month is used before it is paid; its file books it, and ends what was not paid", async () => {
  const buyer = await createBuyer();
  await startCarrier(buyer, "au");
  const order_id = await readLastOrder();
  memory.register(order_id);
  await readResult(buyer, order_id);
  await passDays(31);
  await runJob("renew_subscriptions");
  const subscription = await readSubscription(buyer);
  expect(subscription?.next_charge?.amount).toBe(500);
  expect(await listCharges(buyer)).toHaveLength(1);
  const month = subscription?.expired_in.slice(0, 7) ?? "";
  const line = {
    order_id,
    carrier: "au",
    month,
    amount: 500,
    processed_on: `${month}-28`,
  } as const;
  for (let n = 0; n < 2; n++) {
    await applyCarrierResult(site.services, { ...line, result: "paid" });
    expect(await listCharges(buyer)).toHaveLength(2);
  }
  const next = addMonths(`${month}-01`, 1).slice(0, 7);
  await applyCarrierResult(site.services, { ...line, month: next, result: "failed" });
  expect(await readSubscription(buyer)).toBe(null);
  await applyCarrierResult(site.services, { ...line, order_id: "no-order", result: "paid" });
  expect(await listKinds()).toEqual(["unknown_order"]);
});

test("PAY-18 PAY-27 the next charge of a carrier is the day on which it bills, also in a month that has begun before that day", async () => {
  const buyer = await createBuyer();
  await startCarrier(buyer, "docomo");
  const order_id = await readLastOrder();
  memory.register(order_id);
  await readResult(buyer, order_id);
  const readNext = async (expired_in: string, n: number) => {
    const starts_on = addMonths(expired_in, 1 - n);
    await readRows(
      `update subscriptions set starts_on = $1::date, expired_in = $2::date, ends_on = $3::date, charge_on = $3::date
       where state = 'active'`,
      [starts_on, expired_in, addMonths(expired_in, 1)],
    );
    return (await readSubscription(buyer))?.next_charge?.on;
  };
  const findLast = (months: number) =>
    addDays(addMonths(`${findTokyoDay().slice(0, 7)}-01`, months + 1), -1);
  const [last, nextLast] = [findLast(1), findLast(2)];
  const month = last.slice(0, 7);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${month}-27T12:00:00+09:00`) });
  expect(await readNext(`${month}-26`, 1)).toBe(nextLast);
  expect(await readNext(`${month}-26`, 2)).toBe(last);
  expect(await readNext(`${month}-11`, 2)).toBe(`${nextLast.slice(0, 7)}-15`);
});
