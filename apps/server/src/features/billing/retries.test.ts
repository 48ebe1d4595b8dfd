import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { putCreditCard } from "@toibako/contract/billing/cards.ts";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type Buyer, openShop } from "#platform/testing/buyers.ts";
import { addDays, addMonths, findTokyoDay } from "./policy/periods.ts";

const shop = await openShop();
const { sandbox, readRows, runJob } = shop;

afterEach(() => {
  vi.useRealTimers();
  sandbox.faults.clear();
});
afterAll(() => shop.bench.close());

/** Turns the clock to a day in Tokyo and runs the hourly work. */
async function renewOn(day: string): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T09:00:00+09:00`) });
  await runJob("renew_subscriptions");
}

async function findRow(buyer: Buyer) {
  const rows = await readRows<{ state: string; failures: number; charge_on: string | null }>(
    `select subscriptions.state, subscriptions.failures, subscriptions.charge_on::text as charge_on
     from subscriptions join billing_customers using (reference)
     join users u on u.pk = billing_customers.user_pk where u.account = $1`,
    [buyer.account],
  );
  return rows[0];
}

/** Lists the notices about payments that wait for a buyer, oldest first. */
async function listNotices(buyer: Buyer) {
  const rows = await readRows<{ detail: string }>(
    `select data->>'detail' as detail from pgboss.job
     join charges on charges.order_id = data->>'order_id'
     join subscriptions on subscriptions.pk = charges.subscription_pk
     join billing_customers using (reference) join users u on u.pk = billing_customers.user_pk
     where name = 'send_payment_notice' and u.account = $1 order by charges.created_at`,
    [buyer.account],
  );
  return rows.map(({ detail }) => detail);
}

async function createSubscriber(token?: string): Promise<Buyer> {
  const buyer = await shop.createBuyer();
  const paid = await shop.pay(buyer, token === undefined ? {} : { token });
  expect(paid.status).toBe(201);
  return buyer;
}

const refuseNext = (times = 1) =>
  sandbox.faults.plan("ExecTran", { kind: "error", codes: ["42G020000"] }, times);

test("PAY-22 a failed renewal is tried again on days 1, 3 and 5 with a notice each, and then the subscription ends", async () => {
  const buyer = await createSubscriber();
  const due = addMonths(findTokyoDay(), 1);
  await renewOn(addDays(due, -1));
  expect(await shop.chargesOf(buyer)).toEqual([300]);
  const seen = [];
  for (const day of [0, 1, 2, 3, 4, 5, 6]) {
    sandbox.faults.clear();
    refuseNext();
    await renewOn(addDays(due, day));
    await renewOn(addDays(due, day));
    const row = await findRow(buyer);
    seen.push([day, row?.state, row?.failures]);
  }
  expect(seen).toEqual([
    [0, "past_due", 1],
    [1, "past_due", 2],
    [2, "past_due", 2],
    [3, "past_due", 3],
    [4, "past_due", 3],
    [5, "ended", 4],
    [6, "ended", 4],
  ]);
  const failed = "payment_failed";
  const notices = ["payment_receipt", failed, failed, failed, "payment_ended"];
  expect(await listNotices(buyer)).toEqual(notices);
  expect(await shop.chargesOf(buyer)).toEqual([300]);
  sandbox.faults.clear();
});

test("PAY-20 PAY-22 a renewal that succeeds on day 3 keeps the day of the month, and use goes on meanwhile", async () => {
  const buyer = await createSubscriber();
  const start = findTokyoDay();
  const due = addMonths(start, 1);
  for (const day of [0, 1]) {
    refuseNext();
    await renewOn(addDays(due, day));
    expect(await shop.readSubscription(buyer)).toMatchObject({ is_past_due: true });
  }
  await renewOn(addDays(due, 3));
  expect(await shop.readSubscription(buyer)).toMatchObject({
    is_past_due: false,
    expired_in: due,
    ends_on: addMonths(start, 2),
    next_charge: { on: addMonths(start, 2), amount: 500 },
  });
  expect(await shop.chargesOf(buyer)).toEqual([300, 500]);
});

test("PAY-21 two workers that renew at once charge each month once", async () => {
  const buyers = [await createSubscriber(), await createSubscriber(), await createSubscriber()];
  const due = addMonths(findTokyoDay(), 1);
  await Promise.all([renewOn(due), renewOn(due), renewOn(due)]);
  for (const buyer of buyers) expect(await shop.chargesOf(buyer)).toEqual([300, 500]);
});

test("PAY-12 PAY-21 a renewal whose call got lost is given up after cancelling", async () => {
  const buyer = await createSubscriber();
  const due = addMonths(findTokyoDay(), 1);
  sandbox.faults.plan("EntryTran", { kind: "lost_request" });
  await renewOn(due);
  expect((await buyer.send(cancelSubscription, { body: { card_seq: 0 } })).status).toBe(200);
  vi.setSystemTime(Date.now() + 3 * 60_000);
  await runJob("settle_open_orders");
  const rows = await readRows(
    `select charges.outcome from charges join subscriptions on subscriptions.pk = subscription_pk
     join billing_customers using (reference) join users u on u.pk = user_pk
     where u.account = $1 and charges.period = 2`,
    [buyer.account],
  );
  expect(rows).toEqual([{ outcome: "not_done" }]);
  expect(await shop.chargesOf(buyer)).toEqual([300]);
});

test("PAY-21 a renewal whose reply got lost is found by asking, and is charged once", async () => {
  const buyer = await createSubscriber();
  const due = addMonths(findTokyoDay(), 1);
  sandbox.faults.plan("ExecTran", { kind: "lost_reply" });
  await renewOn(due);
  await renewOn(due);
  vi.setSystemTime(Date.now() + 60_000);
  await runJob("settle_open_orders");
  expect(await shop.chargesOf(buyer)).toEqual([300, 500]);
  vi.useRealTimers();
  expect((await shop.listCharges(buyer)).map(({ amount }) => amount)).toEqual([500, 300]);
});

test("PAY-22 PAY-25 a new card is tried at once, and takes away none of the days of retries", async () => {
  const buyer = await createSubscriber();
  const due = addMonths(findTokyoDay(), 1);
  refuseNext();
  await renewOn(due);
  for (let time = 0; time < 3; time++) {
    vi.useRealTimers();
    const body = { token: sandbox.createToken() };
    await buyer.send(putCreditCard, { body });
    refuseNext();
    await renewOn(due);
    expect(await findRow(buyer)).toEqual({
      state: "past_due",
      failures: 1,
      charge_on: addDays(due, 1),
    });
  }
  expect(await listNotices(buyer)).toHaveLength(5);
  refuseNext();
  await renewOn(addDays(due, 1));
  expect(await findRow(buyer)).toMatchObject({ failures: 2, charge_on: addDays(due, 3) });
});

test("PAY-22 after days without a server the retries still come on different days", async () => {
  const buyer = await createSubscriber();
  const due = addMonths(findTokyoDay(), 1);
  const seen = [];
  for (const day of [0, 10, 11, 12]) {
    // Buyers of other tests are due as well.
    refuseNext(100);
    await renewOn(addDays(due, day));
    const row = await findRow(buyer);
    seen.push([day, row?.state, row?.failures, row?.charge_on]);
  }
  expect(seen).toEqual([
    [0, "past_due", 1, addDays(due, 1)],
    [10, "past_due", 2, addDays(due, 11)],
    [11, "past_due", 3, addDays(due, 12)],
    [12, "ended", 4, null],
  ]);
});
