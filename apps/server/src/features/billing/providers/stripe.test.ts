// Needs no test on PostgreSQL: no database is opened.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type StripeSandbox, startStripe } from "@toibako/sandbox/stripe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProvider } from "#platform/testing/payment.ts";
import type { OrderKey, PaymentProvider } from "./provider.ts";

let sandbox: StripeSandbox;
let provider: PaymentProvider;
/** What the sandbox has posted to the shop. */
const events: { body: Buffer; headers: Record<string, string | string[] | undefined> }[] = [];
const shop = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    events.push({ body: Buffer.concat(chunks), headers: request.headers });
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const notify_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  sandbox = await startStripe(0, { isAuthenticating: false, notify_url });
  provider = createTestProvider(sandbox.environment);
});
afterAll(async () => {
  await sandbox.close();
  shop.closeAllConnections();
  shop.close();
});

async function chargeSomebody(number?: string) {
  const customer = randomBytes(10).toString("hex");
  const saved = await provider.registerCard(customer, sandbox.createToken(number));
  expect(saved).toMatchObject({ outcome: "done" });
  const order: OrderKey = { order_id: `o-${customer}`, customer, carrier: null };
  const charged = await charge(order);
  await sandbox.notifications.settle();
  return { order, charged };
}

const charge = (order: OrderKey) => provider.charge({ ...order, card_seq: 0, amount: 500 });

test("PAY-19 a signed event names its order; another signature or body names none", async () => {
  const { order } = await chargeSomebody();
  const event = events.at(-1);
  if (!event) throw new Error("no event");
  expect(await provider.readNotification(event.body, event.headers)).toBe(order.order_id);
  const forged = Buffer.from(event.body.toString().replace(order.order_id, "o-other"));
  expect(await provider.readNotification(forged, event.headers)).toBeUndefined();
  expect(await provider.readNotification(event.body, {})).toBeUndefined();
  const otherShop = createTestProvider({
    ...sandbox.environment,
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  expect(await otherShop.readNotification(event.body, event.headers)).toBeUndefined();
});

test("PAY-28 a dispute names its order, and asking tells how much the bank took back", async () => {
  const { order } = await chargeSomebody();
  await sandbox.dispute(order.order_id);
  const event = events.at(-1);
  if (!event) throw new Error("no event");
  expect(event.body.toString()).not.toContain(order.order_id);
  expect(await provider.readNotification(event.body, event.headers)).toBe(order.order_id);
  const ask = () => provider.ask(order);
  expect(await ask()).toMatchObject({ state: "charged", amount: 500, disputed: 500 });
  for (const dispute of sandbox.state.disputes) dispute.status = "won";
  expect(await ask()).toMatchObject({ state: "charged", amount: 500, disputed: 0 });
});

test("PAY-28 SET-15 the charge of a customer who was deleted is still known", async () => {
  const { order } = await chargeSomebody();
  expect(await provider.forgetCustomer(order.customer)).toEqual({ outcome: "done" });
  sandbox.state.search_lag_seconds = 0;
  const asked = await provider.ask(order);
  sandbox.state.search_lag_seconds = 60;
  expect(asked).toMatchObject({ state: "charged", amount: 500 });
});

test("PAY-21 an order is charged once even after Stripe has forgotten its key", async () => {
  const { order, charged } = await chargeSomebody();
  sandbox.state.saved.clear();
  expect(await charge(order)).toEqual(charged);
  expect(sandbox.book.charges.filter((one) => one.order_id === order.order_id)).toHaveLength(1);
});

test("PAY-21 a customer that search doesn't find yet isn't made twice", async () => {
  const { order } = await chargeSomebody();
  sandbox.state.saved.clear();
  await provider.registerCard(order.customer, sandbox.createToken());
  sandbox.state.search_lag_seconds = 0;
  const cards = await provider.listCards(order.customer);
  sandbox.state.search_lag_seconds = 60;
  expect(cards).toMatchObject({ cards: [{ card_seq: 0 }, { card_seq: 1 }] });
  const references = [...sandbox.state.customers.values()].map(
    ({ metadata }) => metadata.reference,
  );
  expect(references.filter((one) => one === order.customer)).toHaveLength(1);
});

test("PAY-26 a renewal whose owner would have to confirm it is refused by the card", async () => {
  const { order, charged } = await chargeSomebody("4000002760003184");
  expect(charged).toMatchObject({
    outcome: "not_done",
    reason: "card",
    code: "authentication_required",
  });
  expect(await provider.ask(order)).toMatchObject({ state: "nothing" });
});

test("PAY-25 a card that the bank refuses isn't saved", async () => {
  const customer = randomBytes(10).toString("hex");
  const token = sandbox.createToken("4000000000000002");
  const refused = await provider.registerCard(customer, token);
  expect(refused).toMatchObject({ outcome: "not_done", reason: "card", code: "generic_decline" });
  expect(await provider.listCards(customer)).toEqual({ outcome: "done", cards: [] });
});

test("PAY-23 a wrong key is refused as invalid", async () => {
  const wrong = createTestProvider({ ...sandbox.environment, STRIPE_SECRET_KEY: "sk_test_wrong" });
  expect(await wrong.listCards("anybody")).toMatchObject({
    outcome: "not_done",
    reason: "invalid",
  });
});

test("PAY-23 without a server nothing is sent, which is told as not done", async () => {
  const closed = await startStripe();
  await closed.close();
  const lost = createTestProvider(closed.environment);
  for (let time = 0; time < 7; time += 1) {
    const refused = await lost.listCards("anybody");
    expect(refused).toMatchObject({ outcome: "not_done", reason: "unavailable" });
  }
});

test("PAY-18 Stripe offers cards and no carriers", async () => {
  expect(provider.settings.payment_types).toEqual(["credit_card"]);
  expect(await provider.endCarrierBilling("o-1", "au")).toMatchObject({ outcome: "not_done" });
  expect(JSON.stringify(provider.settings)).not.toContain(sandbox.state.keys.secret_key);
});
