import {
  cancelSubscription,
  getCreditCard,
  getOffer,
  getSubscription,
  listBillingItems,
  listCharges,
  subscribe,
} from "@toibako/contract/billing.ts";
import { expect, test } from "vitest";
import { createMemoryProvider } from "#platform/testing/memory-provider.ts";
import { openSite } from "#platform/testing/site.ts";
import { addMonths, findTokyoDay } from "./policy/periods.ts";

const memory = createMemoryProvider();
const site = await openSite(
  {},
  { payments: { provider: memory.provider, price: 500, first_price: 300 } },
);
const { database } = site.services;

let people = 0;
let tokens = 0;

/** Registers somebody of age. */
async function createBuyer(birthday: string | null = "1990-05-05") {
  const account = `buyer_${++people}`;
  const browser = await site.registerPerson(account);
  await database.executeSql("update users set birthday = $1 where account = $2", [
    birthday,
    account,
  ]);
  return browser;
}

type Buyer = Awaited<ReturnType<typeof createBuyer>>;

async function readVersion(buyer: Buyer): Promise<string> {
  const params = { payment_type: "credit_card" as const };
  return (await buyer.send(getOffer, { params })).data.offer.version;
}

const createCall = (offer_version: string, overrides: object = {}) => ({
  body: {
    token: `token-${++tokens}`,
    card_seq: null,
    target_key: "premium_monthly",
    payment_type: "credit_card" as const,
    offer_version,
    ...overrides,
  },
});

const pay = async (buyer: Buyer, overrides: object = {}, headers = {}) =>
  buyer.send(subscribe, createCall(await readVersion(buyer), overrides), headers);

const readSubscription = async (buyer: Buyer) => (await buyer.send(getSubscription, {})).data;

test("PAY-01 the plan has its prices with tax, and the first month is cheaper before the first subscription", async () => {
  const visitor = await site.openBrowser("en").send(listBillingItems, {});
  expect(visitor.data.items).toEqual([
    {
      key: "premium_monthly",
      name: "Premium (monthly)",
      readable_price: "500 yen a month (incl. tax)",
      is_discounted: true,
      discount_price: "300 yen for the first month (incl. tax)",
    },
  ]);
});

test("PAY-08 PAY-11 subscribing by card charges the first month, and the subscription can be read", async () => {
  const buyer = await createBuyer();
  expect(await readSubscription(buyer)).toEqual({ subscription: null, pending_order_id: null });
  const reply = await pay(buyer);
  expect(reply.status).toBe(201);
  const today = findTokyoDay();
  const expected = {
    cancelled_at: null,
    expired_in: today,
    ends_on: addMonths(today, 1),
    payment_type: "credit_card",
    card_seq: 0,
    next_charge: { on: addMonths(today, 1), amount: 500 },
    is_past_due: false,
  };
  expect(reply.data).toEqual({ subscription: expected });
  expect(await readSubscription(buyer)).toEqual({ subscription: expected, pending_order_id: null });
  expect((await buyer.send(getCreditCard, {})).data).toEqual({
    is_present: true,
    card: { card_seq: 0, last_digits: "111", expires: "2029-04" },
  });
  const { charges } = (await buyer.send(listCharges, {})).data;
  expect(charges.map(({ kind, amount }) => [kind, amount])).toEqual([["charge", 300]]);
  expect((await pay(buyer)).status).toBe(422);
});

test("PAY-12 PAY-13 a cancelled subscription stays usable to the same day", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const before = (await readSubscription(buyer)).subscription;
  const cancelled = await buyer.send(cancelSubscription, { body: { card_seq: 0 } });
  expect(cancelled.status).toBe(200);
  expect(cancelled.data.subscription).toEqual({
    ...before,
    cancelled_at: expect.any(String),
    next_charge: null,
  });
  expect((await buyer.send(cancelSubscription, { body: { card_seq: 0 } })).status).toBe(404);
});
