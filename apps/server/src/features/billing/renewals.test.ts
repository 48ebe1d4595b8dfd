import {
  cancelSubscription,
  getPaymentResult,
  listCharges,
  startCarrierBilling,
} from "@toibako/contract/billing.ts";
import { destroyAccount, leaveAccount } from "@toibako/contract/leaving.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { freeTalks, getTalk } from "@toibako/contract/talks.ts";
import { afterEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { createBuyerCalls } from "#platform/testing/buyers.ts";
import { createMemoryProvider, type Fault } from "#platform/testing/memory-provider.ts";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createTalkCalls } from "#platform/testing/talks.ts";
import { applyCarrierResult } from "./commands/carrier-months.ts";
import { listDifferences } from "./commands/differences.ts";
import { reconcile } from "./commands/reconcile.ts";
import { bookDispute, refundOrder } from "./commands/refund.ts";
import { addMonths, findTokyoDay } from "./policy/periods.ts";

const memory = createMemoryProvider();
const payments = { provider: memory.provider, price: 500, first_price: undefined };
const site = await openSite({}, { payments });
const calls = createBuyerCalls(site);
const { createBuyer, pay, readSubscription, readRows, readVersion } = calls;
const { passDays, passSeconds, runJob } = calls;
const talks = createTalkCalls(site);

afterEach(() => {
  memory.state.isDown = false;
  for (const verb of Object.keys(memory.faults)) delete memory.faults[verb as "charge"];
});

const listOwnCharges = async (buyer: Browser) => (await buyer.send(listCharges, {})).data.charges;
const sumLedger = async () => {
  const rows = await readRows<{ sum: number }>(
    "select coalesce(sum(amount), 0)::int as sum from ledger where kind <> 'dispute'",
  );
  return rows[0]?.sum;
};
const listKinds = async () =>
  (await listDifferences(site.services.db)).map(({ kind }) => kind).sort();

/** Ends the subscriptions of other tests, and takes what they left off the list of differences. */
async function forgetOthers(): Promise<void> {
  await readRows("update subscriptions set state = 'ended', charge_on = null");
  await readRows("update billing_differences set solved_at = now()");
}

async function findOrderOf(buyer: Browser): Promise<string> {
  return (await listOwnCharges(buyer))[0]?.order_id ?? "";
}

test("PAY-20 a renewal charges the next month once, however often the job runs", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await passDays(31);
  await runJob("renew_subscriptions");
  await runJob("renew_subscriptions");
  expect((await listOwnCharges(buyer)).map(({ amount }) => amount)).toEqual([500, 500]);
  const [row] = await readRows<{ starts_on: string; expired_in: string; ends_on: string }>(
    "select starts_on::text, expired_in::text, ends_on::text from subscriptions order by pk desc limit 1",
  );
  expect(row?.expired_in).toBe(addMonths(row?.starts_on ?? "", 1));
  expect(row?.ends_on).toBe(addMonths(row?.starts_on ?? "", 2));
  expect(memory.sum()).toBe(await sumLedger());
});

test("PAY-22 a failed renewal is tried on days 1, 3 and 5 with a notice each time, and then the subscription ends", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await passDays(31);
  const readNotices = async () => {
    await site.services.jobs.drain();
    const { notices } = (await buyer.send(listNotices, {})).data;
    return notices.filter(({ kind }) => kind === "payment").length;
  };
  const before = await readNotices();
  const notices: number[] = [];
  for (const days of [0, 1, 2, 2]) {
    await passDays(days);
    memory.faults.charge = ["balance", "balance", "balance"];
    await runJob("renew_subscriptions");
    await runJob("renew_subscriptions");
    notices.push((await readNotices()) - before);
    const { subscription } = await readSubscription(buyer);
    expect(subscription?.is_past_due ?? null).toBe(notices.length < 4 ? true : null);
  }
  expect(notices).toEqual([1, 2, 3, 4]);
  const [row] = await readRows<{ state: string }>(
    "select state from subscriptions order by pk desc limit 1",
  );
  expect(row?.state).toBe("ended");
});

test("PAY-21 a renewal whose reply is lost is repeated under the same order id and charged once", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await passDays(31);
  memory.faults.charge = ["lost_request"];
  await runJob("renew_subscriptions");
  expect(await listOwnCharges(buyer)).toHaveLength(1);
  await passSeconds(130);
  await runJob("settle_open_orders");
  expect(await listOwnCharges(buyer)).toHaveLength(2);
  const ids = memory.calls.filter(({ verb }) => verb === "charge").slice(-2);
  expect(ids[0]?.order_id).toBe(ids[1]?.order_id);
});

test("PAY-13 a cancelled subscription is not charged again and ends after its last day", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  await buyer.send(cancelSubscription, { body: { card_seq: 0 } });
  const { subscription } = await readSubscription(buyer);
  const last = Math.round(
    (Date.parse(subscription?.ends_on ?? "") - Date.parse(findTokyoDay())) / 86_400_000,
  );
  await passDays(last);
  await runJob("renew_subscriptions");
  await runJob("end_subscriptions");
  expect((await readSubscription(buyer)).subscription?.ends_on).toBe(findTokyoDay());
  await passDays(1);
  expect((await readSubscription(buyer)).subscription).toBe(null);
  expect(await listOwnCharges(buyer)).toHaveLength(1);
  expect((await pay(buyer, { token: null, card_seq: 0 })).status).toBe(201);
});

test("TALK-02 TALK-03 a subscription opens every talk, and its end closes them", async () => {
  const receiver = await talks.createPerson();
  await talks.fillFreeTalks(receiver);
  const starter = await talks.createPerson();
  const uuid = await talks.startedTalk(starter, receiver);
  await talks.post(starter, uuid, "こんにちは");
  const isViewable = async () =>
    (await receiver.browser.send(getTalk, { params: { uuid } })).data.talk.is_viewable;
  expect([freeTalks, await isViewable()]).toEqual([3, false]);
  await pay(receiver.browser);
  expect(await isViewable()).toBe(true);
  await receiver.browser.send(cancelSubscription, { body: { card_seq: 0 } });
  expect(await isViewable()).toBe(true);
  await passDays(40);
  expect(await isViewable()).toBe(false);
});

test("PAY-28 refunds and disputes are entries of their own, and reconciliation names what differs", async () => {
  await forgetOthers();
  const people = [];
  for (let n = 0; n < 6; n++) {
    const buyer = await createBuyer();
    await pay(buyer);
    people.push({ buyer, order_id: await findOrderOf(buyer) });
  }
  const ids = people.map(({ order_id }) => order_id);
  const [first = "", second = "", third = "", fourth = "", fifth = "", sixth = ""] = ids;
  await reconcile(site.services, payments);
  expect(await listKinds()).toEqual([]);

  expect(await refundOrder(site.services, payments, first, 200)).toBe("done");
  expect(await refundOrder(site.services, payments, first, 400)).toBe("nothing to give back");
  expect(await bookDispute(site.services.db, second)).toBe(500);
  const entries = await Promise.all(
    people
      .slice(0, 2)
      .map(async ({ buyer }) =>
        (await listOwnCharges(buyer)).map(({ kind, amount }) => [kind, amount]),
      ),
  );
  expect(entries).toEqual([
    [
      ["refund", -200],
      ["charge", 500],
    ],
    [
      ["dispute", -500],
      ["charge", 500],
    ],
  ]);
  await reconcile(site.services, payments);
  expect(await listKinds()).toEqual([]);

  const change = (order_id: string, changes: object) => {
    const order = memory.orders.get(order_id);
    if (order) Object.assign(order, changes);
  };
  change(first, { amount: 500 });
  change(third, { amount: 0, state: "returned" });
  change(fourth, { amount: 700 });
  memory.orders.delete(fifth);
  change(sixth, { disputed: 500 });
  await reconcile(site.services, payments);
  await reconcile(site.services, payments);
  expect(await listKinds()).toEqual([
    "amount_differs",
    "disputed",
    "missing_at_provider",
    "refund_missing_at_provider",
    "returned_elsewhere",
  ]);
});

test("a carrier's month is used before it is paid; its file books it, and ends what was not paid", async () => {
  await forgetOthers();
  const buyer = await createBuyer();
  const offer_version = await readVersion(buyer, "carrier_au");
  await buyer.send(startCarrierBilling, { body: { carrier: "au", offer_version } });
  const order_id = await calls.readLastOrder();
  memory.register(order_id);
  await buyer.send(getPaymentResult, { params: { order_id } });
  await passDays(31);
  await runJob("renew_subscriptions");
  const { subscription } = await readSubscription(buyer);
  expect(subscription?.next_charge?.amount).toBe(500);
  expect(await listOwnCharges(buyer)).toHaveLength(1);
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
    expect(await listOwnCharges(buyer)).toHaveLength(2);
  }
  const next = addMonths(`${month}-01`, 1).slice(0, 7);
  await applyCarrierResult(site.services, { ...line, month: next, result: "failed" });
  expect((await readSubscription(buyer)).subscription).toBe(null);
  await applyCarrierResult(site.services, { ...line, order_id: "no-order", result: "paid" });
  expect(await listKinds()).toEqual(["unknown_order"]);
});

test("SET-14 SET-15 leaving cancels; destroying waits while a carrier can't be told, and empties the row that names the account", async () => {
  const leaver = await createBuyer();
  await pay(leaver);
  expect((await leaver.send(leaveAccount, {})).status).toBe(204);
  const [left] = await readRows<{ is_cancelled: boolean }>(
    `select cancelled_at is not null and charge_on is null as is_cancelled
     from subscriptions order by pk desc limit 1`,
  );
  expect(left?.is_cancelled).toBe(true);
  const buyer = await createBuyer();
  const account = `buyer_${(await readRows<{ account: string }>("select account from users order by pk desc limit 1"))[0]?.account.split("_")[1]}`;
  const offer_version = await readVersion(buyer, "carrier_docomo");
  await buyer.send(startCarrierBilling, { body: { carrier: "docomo", offer_version } });
  const order_id = await calls.readLastOrder();
  memory.register(order_id);
  await buyer.send(getPaymentResult, { params: { order_id } });
  memory.state.isDown = true;
  const call = { body: { account, password } };
  const waiting = await buyer.send(destroyAccount, call);
  expect(waiting.error?.code).toBe("payment_unavailable");
  memory.state.isDown = false;
  expect((await buyer.send(destroyAccount, call)).status).toBe(204);
  expect(memory.orders.get(order_id)?.state).toBe("ended");
  await site.services.jobs.drain();
  await site.services.jobs.drain();
  const named = await readRows(
    `select from billing_customers join subscriptions using (reference)
     join charges on charges.subscription_pk = subscriptions.pk where charges.order_id = $1`,
    [order_id],
  );
  expect(named).toEqual([]);
  const [entry] = await readRows<{ amount: number }>(
    "select amount from ledger where order_id = $1",
    [order_id],
  );
  expect(entry?.amount).toBe(500);
});

test(`PAY-21 ${countPropertyRuns(30)} payments under faults: nothing is charged twice, and the ledger is the provider's book`, async () => {
  const kinds: (Fault | undefined)[] = [
    undefined,
    "lost_request",
    "lost_reply",
    "late",
    "unavailable",
    "balance",
    "confirm",
  ];
  await forgetOthers();
  const earlier = new Set(memory.orders.keys());
  const [{ last_pk } = { last_pk: 0 }] = await readRows<{ last_pk: number }>(
    "select coalesce(max(pk), 0) as last_pk from charges",
  );
  const choose = () => kinds[Math.floor(Math.random() * kinds.length)];
  const buyers: Browser[] = [];
  for (let n = 0; n < 5; n++) buyers.push(await createBuyer());
  for (let n = 0; n < countPropertyRuns(30); n++) {
    const buyer = buyers[n % buyers.length] ?? buyers[0];
    if (!buyer) break;
    memory.faults.charge = [choose(), choose()].flatMap((fault) => fault ?? []);
    memory.faults.ask = Math.random() < 0.3 ? ["lost_reply"] : [];
    await Promise.all([pay(buyer), pay(buyer)]);
    memory.deliver();
    if (n % 3 === 0) await passDays(10);
    memory.faults.charge = [choose()].flatMap((fault) => fault ?? []);
    await runJob("renew_subscriptions");
    memory.deliver();
    await passSeconds(200);
    await runJob("settle_open_orders");
  }
  for (const verb of ["charge", "ask"] as const) delete memory.faults[verb];
  for (let n = 0; n < 3; n++) {
    await passSeconds(2_000);
    await runJob("settle_open_orders");
  }
  const twice = await readRows(
    `select from ledger join charges using (order_id) where kind = 'charge'
     group by subscription_pk, period having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  const open = await readRows("select from charges where outcome in ('intended', 'unknown')");
  expect(open).toEqual([]);
  const rows = await readRows<{ order_id: string; amount: number }>(
    "select order_id, ledger.amount from ledger join charges using (order_id) where ledger.kind = 'charge' and charges.pk > $1",
    [last_pk],
  );
  const booked = new Map(rows.map(({ order_id, amount }) => [order_id, amount]));
  const atProvider = [...memory.orders].filter(
    ([id, { state }]) => state === "charged" && !earlier.has(id),
  );
  expect(atProvider.length).toBeGreaterThan(3);
  expect(booked).toEqual(new Map(atProvider.map(([id, { amount }]) => [id, amount])));
});
