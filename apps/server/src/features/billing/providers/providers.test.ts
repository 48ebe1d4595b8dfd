// Needs no test on PostgreSQL: no database is opened.
import { randomBytes } from "node:crypto";
import type { Fault } from "@toibako/sandbox/payment-faults.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGmoBench, openStripeBench, type PaymentBench } from "#platform/testing/payment.ts";
import type { OrderKey } from "./provider.ts";

const benches = [
  ["gmo", openGmoBench],
  ["stripe", openStripeBench],
] as const;

describe.each(benches)("%s", (_, openBench) => {
  let bench: PaymentBench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.close());

  const createId = () => randomBytes(10).toString("hex");
  const createOrder = (customer: string): OrderKey => ({
    order_id: `o-${createId()}`,
    customer,
    carrier: null,
  });

  /** Saves a card of a new customer. */
  async function openCustomer(card?: "good" | "balance" | "card") {
    const customer = createId();
    const saved = await bench.provider.registerCard(customer, bench.createToken(card));
    if (saved.outcome !== "done") throw new Error(JSON.stringify(saved));
    return { customer, card: saved.card };
  }

  const charge = ({ order_id, customer }: OrderKey, return_url?: string, amount = 500) =>
    bench.provider.charge({
      order_id,
      customer,
      card_seq: 0,
      amount,
      ...(return_url !== undefined && { return_url }),
    });

  const listCharges = ({ order_id }: OrderKey) =>
    bench.charges().filter((one) => one.order_id === order_id);

  const listRefunds = ({ order_id }: OrderKey) =>
    bench.refunds().filter((one) => one.order_id === order_id);

  test("PAY-23 PAY-25 a first card has the number 0, its last digits and its month of expiry", async () => {
    const { customer, card } = await openCustomer();
    expect(card).toEqual({
      card_seq: 0,
      last_digits: "1111".slice(-card.last_digits.length),
      expires: "2034-12",
    });
    expect(card.last_digits.length).toBeGreaterThan(2);
    expect(await bench.provider.listCards(customer)).toEqual({ outcome: "done", cards: [card] });
  });

  test("PAY-25 a card that replaces another keeps its number when the old one is deleted", async () => {
    const { customer } = await openCustomer();
    const second = await bench.provider.registerCard(customer, bench.createToken());
    expect(second).toMatchObject({ outcome: "done", card: { card_seq: 1 } });
    expect(await bench.provider.forgetCard(customer, 0)).toEqual({ outcome: "done" });
    expect(await bench.provider.listCards(customer)).toMatchObject({ cards: [{ card_seq: 1 }] });
    const order = createOrder(customer);
    const charged = await bench.provider.charge({ ...order, card_seq: 1, amount: 500 });
    expect(charged.outcome).toBe("done");
    const refused = await charge(createOrder(customer));
    expect(refused).toMatchObject({ outcome: "not_done", reason: "not_found" });
  });

  test("PAY-04 a token is usable once", async () => {
    const token = bench.createToken();
    const customer = createId();
    expect(await bench.provider.registerCard(customer, token)).toMatchObject({ outcome: "done" });
    for (const one of [token, `${token}x`]) {
      const repeated = await bench.provider.registerCard(customer, one);
      expect(repeated).toMatchObject({ outcome: "not_done", reason: "token" });
    }
    expect(await bench.provider.listCards(customer)).toMatchObject({ cards: { length: 1 } });
  });

  test("PAY-21 a charge is done once, however often it is repeated", async () => {
    const { customer } = await openCustomer();
    const order = createOrder(customer);
    const first = await charge(order);
    expect(first).toMatchObject({ outcome: "done", processed_at: expect.any(Date) });
    const repeats = await Promise.all([charge(order), charge(order)]);
    expect(repeats).toEqual([first, first]);
    expect(listCharges(order)).toEqual([{ order_id: order.order_id, amount: 500 }]);
    expect(await bench.provider.ask(order)).toMatchObject({
      outcome: "done",
      state: "charged",
      amount: 500,
      processed_at: expect.any(Date),
    });
  });

  test("PAY-21 an order that was never begun is nothing", async () => {
    const { customer } = await openCustomer();
    for (const order of [createOrder(customer), createOrder(createId())]) {
      expect(await bench.provider.ask(order)).toMatchObject({
        outcome: "done",
        state: "nothing",
        amount: 0,
        processed_at: null,
      });
    }
  });

  test("PAY-21 an order is not charged again with another amount", async () => {
    const { customer } = await openCustomer();
    const order = createOrder(customer);
    await charge(order);
    expect(await charge(order, undefined, 600)).toMatchObject({ outcome: "not_done" });
    expect(listCharges(order)).toEqual([{ order_id: order.order_id, amount: 500 }]);
  });

  test.each([
    ["balance", "balance"],
    ["card", "card"],
  ] as const)("PAY-21 the bank's refusal of a card is told: %s", async (card, reason) => {
    const { customer } = await openCustomer(card);
    const order = createOrder(customer);
    expect(await charge(order)).toMatchObject({ outcome: "not_done", reason });
    expect(await charge(order)).toMatchObject({ outcome: "not_done", reason });
    expect(listCharges(order)).toEqual([]);
  });

  const faults: [string, (bench: PaymentBench) => Fault, string, number][] = [
    ["a lost request", () => ({ kind: "lost_request" }), "unknown", 0],
    ["a lost reply", () => ({ kind: "lost_reply" }), "unknown", 1],
    ["a machine in between", () => ({ kind: "status", status: 502 }), "unknown", 0],
    ["busy", ({ errors }) => errors.busy, "not_done", 0],
    ["an unknown error", ({ errors }) => errors.unknown, "unknown", 0],
    [
      "an unknown error of a charge that was done",
      ({ errors }) => errors.unknownButDone,
      "unknown",
      1,
    ],
  ];

  test.each(faults)(
    "PAY-21 %s: the outcome is what is known, and a repetition charges once",
    async (_name, createFault, outcome, charged) => {
      const { customer } = await openCustomer();
      const order = createOrder(customer);
      bench.plan("charge", createFault(bench));
      expect(await charge(order)).toMatchObject({ outcome });
      expect(listCharges(order)).toHaveLength(charged);
      const asked = await bench.provider.ask(order);
      expect(asked.outcome).toBe("done");
      if (charged === 1) expect(asked).toMatchObject({ state: "charged" });
      else expect(["nothing", "pending"]).toContain("state" in asked && asked.state);
      const repeated = await charge(order);
      // Stripe keeps even a failure under the key, so that another order is needed.
      if (repeated.outcome === "done") expect(listCharges(order)).toHaveLength(1);
      else expect(listCharges(order)).toHaveLength(charged);
    },
  );

  test("PAY-21 asking that fails is no answer", async () => {
    const { customer } = await openCustomer();
    const order = createOrder(customer);
    await charge(order);
    bench.plan("ask", { kind: "lost_reply" });
    expect(await bench.provider.ask(order)).toMatchObject({ outcome: "unknown" });
    expect(await bench.provider.ask(order)).toMatchObject({ state: "charged" });
  });

  test("PAY-25 whether a card was saved is unknown if the reply is lost", async () => {
    const customer = createId();
    bench.plan("register", { kind: "lost_reply" });
    const saved = await bench.provider.registerCard(customer, bench.createToken());
    expect(saved.outcome).toBe("unknown");
  });

  describe("strong authentication", () => {
    beforeAll(() => bench.setAuthenticating(true));
    afterAll(() => bench.setAuthenticating(false));

    test("PAY-26 a charge is done after its owner has confirmed it, once", async () => {
      const { customer } = await openCustomer();
      const order = createOrder(customer);
      const begun = await charge(order, "http://localhost/return");
      if (begun.outcome !== "confirm") throw new Error(JSON.stringify(begun));
      expect(listCharges(order)).toEqual([]);
      expect(await bench.provider.ask(order)).toMatchObject({ state: "pending" });
      await bench.decide(begun.redirect_url, "confirm");
      const done = await bench.provider.completeCharge(order);
      expect(done.outcome).toBe("done");
      expect(await bench.provider.completeCharge(order)).toEqual(done);
      expect(await charge(order, "http://localhost/return")).toEqual(done);
      expect(listCharges(order)).toHaveLength(1);
    });

    test("PAY-26 one that was broken off charges nothing, and another order can be charged", async () => {
      const { customer } = await openCustomer();
      const order = createOrder(customer);
      const begun = await charge(order, "http://localhost/return");
      if (begun.outcome !== "confirm") throw new Error(JSON.stringify(begun));
      await bench.decide(begun.redirect_url, "cancel");
      for (let time = 0; time < 2; time += 1) {
        const result = await bench.provider.completeCharge(order);
        expect(result).toMatchObject({ outcome: "not_done", reason: "broken_off" });
      }
      expect(listCharges(order)).toEqual([]);
      const second = createOrder(customer);
      const again = await charge(second, "http://localhost/return");
      if (again.outcome !== "confirm") throw new Error(JSON.stringify(again));
      await bench.decide(again.redirect_url, "confirm");
      expect(await bench.provider.completeCharge(second)).toMatchObject({ outcome: "done" });
      expect(listCharges(second)).toHaveLength(1);
    });

    test("PAY-26 a charge that was abandoned is not done when its owner confirms it later", async () => {
      const { customer } = await openCustomer();
      const order = createOrder(customer);
      const begun = await charge(order, "http://localhost/return");
      if (begun.outcome !== "confirm") throw new Error(JSON.stringify(begun));
      expect(await bench.provider.abandonCharge(order)).toMatchObject({ state: "nothing" });
      await bench.decide(begun.redirect_url, "confirm");
      expect(listCharges(order)).toEqual([]);
    });

    test("PAY-22 a renewal, which nobody attends, asks for no confirmation", async () => {
      const { customer } = await openCustomer();
      expect(await charge(createOrder(customer))).toMatchObject({ outcome: "done" });
    });
  });

  test("PAY-28 a refund is done once, in full or in part", async () => {
    const { customer } = await openCustomer();
    const order = createOrder(customer);
    await charge(order);
    for (let time = 0; time < 2; time += 1) {
      const part = { charged: 500, amount: 200, month: null };
      expect(await bench.provider.refund(order, part)).toEqual({ outcome: "done" });
    }
    expect(await bench.provider.ask(order)).toMatchObject({ state: "charged", amount: 300 });
    for (let time = 0; time < 2; time += 1) {
      const rest = { charged: 300, amount: 300, month: null };
      expect(await bench.provider.refund(order, rest)).toEqual({ outcome: "done" });
    }
    expect(await bench.provider.ask(order)).toMatchObject({ state: "returned", amount: 0 });
    expect(listRefunds(order).map(({ amount }) => amount)).toEqual([200, 300]);
    const more = { charged: 500, amount: 100, month: null };
    expect(await bench.provider.refund(order, more)).toMatchObject({ outcome: "not_done" });
    expect(await charge(order)).not.toMatchObject({ outcome: "confirm" });
    expect(listCharges(order)).toHaveLength(1);
  });

  test("PAY-28 a refund whose reply is lost is repeated without giving back twice", async () => {
    const { customer } = await openCustomer();
    const order = createOrder(customer);
    await charge(order);
    bench.plan("refund", { kind: "lost_reply" });
    const refund = { charged: 500, amount: 500, month: null };
    expect(await bench.provider.refund(order, refund)).toMatchObject({ outcome: "unknown" });
    expect(await bench.provider.refund(order, refund)).toEqual({ outcome: "done" });
    expect(listRefunds(order)).toHaveLength(1);
  });

  test("PAY-25 forgetting what is gone already is done", async () => {
    const { customer } = await openCustomer();
    for (let time = 0; time < 2; time += 1) {
      expect(await bench.provider.forgetCard(customer, 0)).toEqual({ outcome: "done" });
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await bench.provider.forgetCustomer(customer)).toEqual({ outcome: "done" });
    }
    expect(await bench.provider.listCards(customer)).toEqual({ outcome: "done", cards: [] });
    expect(await bench.provider.forgetCustomer(createId())).toEqual({ outcome: "done" });
  });
});
