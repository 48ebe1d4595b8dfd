import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { beforeEach, expect, test } from "vitest";
import { type Buyer, openMemoryShop } from "#platform/testing/buyers.ts";
import type { MemoryOrder } from "#platform/testing/memory-provider.ts";
import { listDifferences, solveDifference } from "./commands/differences.ts";
import { settleOpenOrders } from "./commands/janitor.ts";
import { reconcile } from "./commands/reconcile.ts";
import { bookBankDecision, refundOrder } from "./commands/refund.ts";
import { type DifferenceKind, differenceRules } from "./policy/differences.ts";
import { addDays, addMonths, findTokyoDay } from "./policy/periods.ts";
import type { CarrierResult, OrderKey, PaymentProvider } from "./providers/provider.ts";

/** The lines of the file of au. */
const lines: CarrierResult[] = [];
const shop = await openMemoryShop({
  readCarrierResults: async (carrier, month) => {
    const results = lines.filter((line) => line.carrier === carrier && line.month === month);
    return { outcome: "done", results: results.length > 0 ? results : undefined };
  },
});
const { memory, payments, createBuyer, pay, readSubscription, readLastOrder, readRows } = shop;
const { passDays, passSeconds, runJob } = shop;
const { services } = shop.site;

/** The provider with another way to ask. */
const askOtherwise = (ask: PaymentProvider["ask"]) => ({
  ...payments,
  provider: { ...payments.provider, ask },
});

const thisMonth = () => findTokyoDay().slice(0, 7);
const lastMonth = () => addMonths(`${thisMonth()}-01`, -1).slice(0, 7);

beforeEach(async () => {
  lines.length = 0;
  // Ends the subscriptions of earlier tests, so long ago that they are not compared any more.
  await readRows(
    "update subscriptions set state = 'ended', charge_on = null, ends_on = ends_on - 365",
  );
  await readRows("update charges set settled_at = now() - interval '1 year'");
  await solveAll();
});

interface Subscriber {
  buyer: Buyer;
  order_id: string;
}

async function subscribeByCard(): Promise<Subscriber> {
  const buyer = await createBuyer();
  expect((await pay(buyer)).status).toBe(201);
  return { buyer, order_id: (await shop.listCharges(buyer))[0]?.order_id ?? "" };
}

/** Subscribes by au, a month ago. */
async function subscribeByCarrier(): Promise<Subscriber> {
  const buyer = await createBuyer();
  await shop.startCarrier(buyer, "au");
  const order_id = await readLastOrder();
  memory.register(order_id);
  await shop.readResult(buyer, order_id);
  const starts_on = addMonths(findTokyoDay(), -1);
  await readRows(
    `update subscriptions set starts_on = $2::date, expired_in = $2::date, ends_on = $3::date, charge_on = $4::date
     where pk = (select subscription_pk from charges where order_id = $1)`,
    [order_id, starts_on, addMonths(starts_on, 1), findTokyoDay()],
  );
  return { buyer, order_id };
}

/** Lets the provider charge a first order only after it was given up. */
async function payTooLate(): Promise<Subscriber> {
  const buyer = await createBuyer();
  memory.faults.charge = ["late"];
  expect((await pay(buyer)).status).toBe(202);
  const order_id = await readLastOrder();
  await passSeconds(200);
  await runJob("settle_open_orders");
  return { buyer, order_id };
}

/** Writes a line into the file of au. */
function bill(
  order_id: string,
  month: string,
  result: CarrierResult["result"] = "paid",
  amount = 500,
) {
  const processed_on = `${month}-28`;
  lines.push({ order_id, carrier: "au", month, result, amount, processed_on });
}

function change(order_id: string, changes: Partial<MemoryOrder>): void {
  const order = memory.orders.get(order_id);
  if (!order) throw new Error(`the provider has no order ${order_id}`);
  Object.assign(order, changes);
}

const run = () => reconcile(services, payments);
const listFound = async () =>
  (await listDifferences(services.db)).map(({ kind, order_id }) => `${kind} ${order_id}`).sort();
const listEntries = ({ buyer }: Subscriber) => shop.listEntries(buyer);
const countEntries = async () => (await readRows("select from ledger")).length;

async function solveAll(): Promise<void> {
  for (const { kind, order_id } of await listDifferences(services.db)) {
    await solveDifference(services.db, kind, order_id);
  }
}

test("PAY-28 reconciliation finds nothing in books that agree, with refunds, disputes and carriers' months in them", async () => {
  await subscribeByCard();
  const { order_id: refunded } = await subscribeByCard();
  expect(await refundOrder(services, payments, refunded, 100)).toBe("done");
  const { order_id: returned } = await subscribeByCard();
  expect(await refundOrder(services, payments, returned)).toBe("done");
  const { order_id: disputed } = await subscribeByCard();
  expect(await bookBankDecision(services.db, disputed, "dispute")).toBe(500);
  change(disputed, { disputed: 500 });
  const billed = await subscribeByCarrier();
  const cancelled = await subscribeByCarrier();
  await cancelled.buyer.send(cancelSubscription, { body: { card_seq: null } });
  await runJob("settle_open_orders");
  for (const { order_id } of [billed, cancelled]) bill(order_id, lastMonth());
  bill(billed.order_id, thisMonth());
  const { order_id: failed } = await subscribeByCarrier();
  bill(failed, lastMonth());
  bill(failed, thisMonth(), "failed");
  // The file of this month has no line for it yet.
  const { order_id: later } = await subscribeByCarrier();
  bill(later, lastMonth());
  await run();
  const entries = await countEntries();
  await run();
  expect(await listFound()).toEqual([]);
  expect(await countEntries()).toBe(entries);
  expect(await listEntries(billed)).toHaveLength(2);
});

/** Plants a difference of each kind; returns who has it. */
async function plantAll(): Promise<Record<DifferenceKind, Subscriber>> {
  const late = await payTooLate();
  expect((await pay(late.buyer)).status).toBe(201);
  const missing_in_ledger = await payTooLate();
  memory.deliver();

  const unknown_outcome = await subscribeByCard();
  const done_not_booked = await subscribeByCard();
  const plantRenewal = (near: string, order_id: string, outcome: string) =>
    readRows(
      `insert into charges (order_id, subscription_pk, provider, period, amount, outcome, created_at, called_at, settled_at)
       select $2, subscription_pk, provider, 2, 500, $3, now() - interval '1 hour', now() - interval '1 hour',
         case when $3 = 'done' then now() end
       from charges where order_id = $1`,
      [near, order_id, outcome],
    );
  await plantRenewal(unknown_outcome.order_id, "planted-unknown", "unknown");
  await plantRenewal(done_not_booked.order_id, "planted-done", "done");

  const amount_differs = await subscribeByCard();
  change(amount_differs.order_id, { amount: 700 });
  const missing_at_provider = await subscribeByCard();
  memory.orders.delete(missing_at_provider.order_id);
  const returned_elsewhere = await subscribeByCard();
  change(returned_elsewhere.order_id, { amount: 0, state: "returned" });
  const refund_missing_at_provider = await subscribeByCard();
  await refundOrder(services, payments, refund_missing_at_provider.order_id, 100);
  change(refund_missing_at_provider.order_id, { amount: 500 });
  const refund_unknown = await subscribeByCard();
  memory.faults.refund = ["lost_request"];
  expect(await refundOrder(services, payments, refund_unknown.order_id)).toBe("unknown");
  const disputed = await subscribeByCard();
  change(disputed.order_id, { disputed: 500 });
  const dispute_won = await subscribeByCard();
  expect(await bookBankDecision(services.db, dispute_won.order_id, "dispute")).toBe(500);
  change(dispute_won.order_id, { disputed: 0 });
  const renewal_missed = await subscribeByCard();
  await readRows(
    `update subscriptions set charge_on = $2::date
     where pk = (select subscription_pk from charges where order_id = $1)`,
    [renewal_missed.order_id, addDays(findTokyoDay(), -5)],
  );

  const charged_twice = await subscribeByCarrier();
  const ended_elsewhere = await subscribeByCarrier();
  const still_billed = await subscribeByCarrier();
  const missing_in_file = await subscribeByCarrier();
  for (const { order_id } of [charged_twice, ended_elsewhere, still_billed]) {
    bill(order_id, lastMonth());
  }
  bill(charged_twice.order_id, lastMonth());
  bill("no-such-order", lastMonth());
  // A carrier is asked however long ago the subscription began.
  await readRows(
    "update charges set settled_at = now() - interval '300 days' where order_id = $1",
    [ended_elsewhere.order_id],
  );
  change(ended_elsewhere.order_id, { state: "ended" });
  await still_billed.buyer.send(cancelSubscription, { body: { card_seq: null } });
  memory.faults.ask = ["lost_reply"];
  await runJob("settle_open_orders");
  expect(memory.orders.get(still_billed.order_id)?.state).toBe("ended");
  change(still_billed.order_id, { state: "registered" });
  return {
    unknown_outcome: { ...unknown_outcome, order_id: "planted-unknown" },
    late_charge: late,
    amount_differs,
    missing_at_provider,
    missing_in_ledger,
    returned_elsewhere,
    refund_missing_at_provider,
    refund_unknown,
    unknown_order: { ...charged_twice, order_id: "no-such-order" },
    charged_twice,
    disputed,
    dispute_won,
    done_not_booked: { ...done_not_booked, order_id: "planted-done" },
    renewal_missed,
    missing_in_file,
    ended_elsewhere,
    still_billed,
  };
}

test("PAY-28 reconciliation finds a difference of each kind once, and does what its rule says", async () => {
  const planted = await plantAll();
  const expected = Object.entries(planted).map(([kind, { order_id }]) => `${kind} ${order_id}`);
  expect(Object.keys(planted).sort()).toEqual(Object.keys(differenceRules).sort());
  const calledBefore = memory.calls.filter(({ verb }) => verb === "charge").length;
  await run();
  expect(await listFound()).toEqual(expected.sort());
  const entries = await countEntries();
  await run();
  expect(await listFound()).toEqual(expected.sort());
  expect(await countEntries()).toBe(entries);
  expect(memory.calls.filter(({ verb }) => verb === "charge")).toHaveLength(calledBefore);

  const booked = {
    late_charge: [500, 500],
    amount_differs: [500],
    missing_at_provider: [500],
    missing_in_ledger: [500],
    returned_elsewhere: [-500, 500],
    refund_missing_at_provider: [-100, 500],
    refund_unknown: [500],
    charged_twice: [500],
    disputed: [-500, 500],
    dispute_won: [500, -500, 500],
    done_not_booked: [500],
    renewal_missed: [500],
    missing_in_file: [500],
    ended_elsewhere: [500],
    still_billed: [500],
    unknown_outcome: [500],
    unknown_order: [500],
  } satisfies Record<DifferenceKind, number[]>;
  const found: Record<string, unknown> = {};
  for (const [kind, subscriber] of Object.entries(planted)) {
    found[kind] = (await listEntries(subscriber)).map(([, amount]) => amount);
    // All go on using what they have.
    expect(await readSubscription(subscriber.buyer)).not.toBeNull();
  }
  expect(found).toEqual(booked);
  expect((await listEntries(planted.disputed))[0]).toEqual(["dispute", -500]);
  const subscription = await readSubscription(planted.ended_elsewhere.buyer);
  expect(subscription?.next_charge).toBeNull();

  // What staff and the janitor do then.
  expect(await refundOrder(services, payments, planted.late_charge.order_id)).toBe("done");
  await readRows("update refunds set created_at = now() - interval '1 hour'");
  await runJob("settle_open_orders");
  expect((await listEntries(planted.refund_unknown))[0]).toEqual(["refund", -500]);
  expect((await listEntries(planted.unknown_outcome))[0]).toEqual(["charge", 500]);
  expect(memory.orders.get(planted.still_billed.order_id)?.state).toBe("ended");
  const settled = ["unknown_outcome", "refund_unknown"];
  const kinds = async () => (await listFound()).map((line) => line.split(" ")[0]);
  expect((await kinds()).filter((kind) => settled.includes(kind ?? ""))).toEqual([]);
  // What was booked or ended is no difference any more; the rest is shown again.
  await solveAll();
  await run();
  expect(await kinds()).toEqual([
    "amount_differs",
    "charged_twice",
    "done_not_booked",
    "missing_at_provider",
    "missing_in_file",
    "refund_missing_at_provider",
    "renewal_missed",
    "unknown_order",
  ]);
});

test("PAY-28 a late renewal is shown as late; taken off without a refund it is shown as charged twice", async () => {
  const subscriber = await subscribeByCard();
  await passDays(31);
  memory.faults.charge = ["late"];
  await runJob("renew_subscriptions");
  const [late] = await readRows<{ order_id: string }>(
    "select order_id from charges order by pk desc limit 1",
  );
  const order_id = late?.order_id ?? "";
  await readRows(
    "update charges set outcome = 'not_done', settled_at = now() where order_id = $1",
    [order_id],
  );
  await readRows("update subscriptions set charge_on = $1::date where state = 'active'", [
    findTokyoDay(),
  ]);
  await runJob("renew_subscriptions");
  memory.deliver();
  await run();
  expect(await listFound()).toEqual([`late_charge ${order_id}`]);
  await solveAll();
  await run();
  expect(await listFound()).toEqual([`charged_twice ${order_id}`]);
  // A part that was given back is no other amount of the charge.
  expect(await refundOrder(services, payments, order_id, 200)).toBe("done");
  await run();
  expect(await listFound()).toEqual([`charged_twice ${order_id}`]);
  await refundOrder(services, payments, order_id);
  await solveAll();
  await run();
  expect(await listFound()).toEqual([]);
  const amounts = (await listEntries(subscriber)).map(([, amount]) => amount);
  expect(amounts).toEqual([-300, -200, 500, 500, 500]);
});

test("PAY-28 a month that a carrier bills after the cancellation, or after it had failed, is booked and the carrier is told again", async () => {
  const cancelled = await subscribeByCarrier();
  await cancelled.buyer.send(cancelSubscription, { body: { card_seq: null } });
  const failed = await subscribeByCarrier();
  for (const { order_id } of [cancelled, failed]) bill(order_id, lastMonth());
  bill(failed.order_id, thisMonth(), "failed");
  await run();
  await runJob("settle_open_orders");
  expect(await readSubscription(failed.buyer)).toBeNull();
  expect(await listFound()).toEqual([]);

  lines.length = 0;
  for (const { order_id } of [cancelled, failed]) {
    bill(order_id, thisMonth());
    change(order_id, { state: "ended" });
  }
  for (let time = 0; time < 2; time++) await run();
  const found = (await listFound()).map((line) => line.split(" ")[0]);
  expect(found).toEqual(["still_billed", "still_billed"]);
  for (const subscriber of [cancelled, failed]) {
    expect(await listEntries(subscriber)).toHaveLength(2);
  }
  const ending = await readRows("select from subscriptions where is_end_pending");
  expect(ending).toHaveLength(2);
});

test("PAY-27 PAY-28 a refund is booked once, also if a carrier's file is quicker than its reply", async () => {
  const billed = await subscribeByCarrier();
  memory.faults.refund = ["lost_reply"];
  expect(await refundOrder(services, payments, billed.order_id)).toBe("unknown");
  bill(billed.order_id, lastMonth(), "refunded");
  await run();
  await readRows("update refunds set created_at = now() - interval '1 hour'");
  await runJob("settle_open_orders");
  await run();
  expect(await listEntries(billed)).toEqual([
    ["refund", -500],
    ["charge", 500],
  ]);
  expect(await listFound()).toEqual([]);
});

test("PAY-28 two refunds or disputes at once are booked once, and what the bank has taken back is not given back", async () => {
  const twice = await subscribeByCard();
  await Promise.all([1, 2].map(() => refundOrder(services, payments, twice.order_id)));
  expect(await listEntries(twice)).toEqual([
    ["refund", -500],
    ["charge", 500],
  ]);
  const disputed = await subscribeByCard();
  const yen = await Promise.all(
    [1, 2].map(() => bookBankDecision(services.db, disputed.order_id, "dispute")),
  );
  expect(yen.toSorted((one, two) => one - two)).toEqual([0, 500]);
  const refunded = await refundOrder(services, payments, disputed.order_id);
  expect(refunded).toBe("nothing to give back");
  expect(memory.orders.get(disputed.order_id)?.amount).toBe(500);
});

test("PAY-28 a dispute that was won is an entry of its own, and the charge can be given back then", async () => {
  const { order_id, ...subscriber } = await subscribeByCard();
  const decide = (kind: "dispute" | "dispute_won") => bookBankDecision(services.db, order_id, kind);
  expect(await decide("dispute_won")).toBe(0);
  expect(await decide("dispute")).toBe(500);
  expect([await decide("dispute_won"), await decide("dispute_won")]).toEqual([500, 0]);
  expect(await refundOrder(services, payments, order_id, 200)).toBe("done");
  expect(await refundOrder(services, payments, order_id, 400)).toBe("nothing to give back");
  expect(await listEntries({ order_id, ...subscriber })).toEqual([
    ["refund", -200],
    ["dispute_won", 500],
    ["dispute", -500],
    ["charge", 500],
  ]);
  await run();
  expect(await listFound()).toEqual([]);
});

test("PAY-28 an answer of the provider that a refund has overtaken makes no difference", async () => {
  const { order_id } = await subscribeByCard();
  const ask = async (key: OrderKey) => {
    const answer = await memory.provider.ask(key);
    expect(await refundOrder(services, payments, order_id, 200)).toBe("done");
    return answer;
  };
  await reconcile(services, askOtherwise(ask));
  expect(await listFound()).toEqual([]);
  await run();
  expect(await listFound()).toEqual([]);
});

test("PAY-28 an order whose comparison fails stops neither the others nor the checks of the tables", async () => {
  const failing = await subscribeByCard();
  const returned = await subscribeByCard();
  change(returned.order_id, { amount: 0, state: "returned" });
  const missed = await subscribeByCard();
  await readRows(
    `update subscriptions set charge_on = $2::date
     where pk = (select subscription_pk from charges where order_id = $1)`,
    [missed.order_id, addDays(findTokyoDay(), -5)],
  );
  const ask = async (key: OrderKey) => {
    if (key.order_id === failing.order_id) throw new Error("a fault of this code");
    return memory.provider.ask(key);
  };
  const failed = reconcile(services, askOtherwise(ask));
  await expect(failed).rejects.toThrow("parts failed");
  expect((await listFound()).map((line) => line.split(" ")[0])).toEqual([
    "renewal_missed",
    "returned_elsewhere",
  ]);
});

test("PAY-21 all orders without a result are asked about and shown, also if one of them fails", async () => {
  const { order_id: near } = await subscribeByCard();
  await readRows(
    `insert into charges (order_id, subscription_pk, provider, period, amount, outcome, created_at, called_at)
     select 'stuck-' || n, subscription_pk, provider, n + 1, 500, 'unknown', now() - interval '1 hour', now() - interval '1 hour'
     from charges, generate_series(1, 550) as n where order_id = $1`,
    [near],
  );
  let asked = 0;
  const ask: PaymentProvider["ask"] = async ({ order_id }) => {
    if (!order_id.startsWith("stuck-")) return memory.provider.ask({ order_id } as OrderKey);
    asked++;
    if (order_id === "stuck-1") throw new Error("a fault of this code");
    return { outcome: "unknown", code: "timeout" };
  };
  const janitor = askOtherwise(ask);
  for (let time = 0; time < 2; time++) {
    await expect(settleOpenOrders(services, janitor)).rejects.toThrow("parts failed");
  }
  expect(asked).toBe(2 * 550);
  const shown = await readRows("select from billing_differences where order_id like 'stuck-%'");
  expect(shown).toHaveLength(550);
  await readRows("delete from charges where order_id like 'stuck-%'");
});
