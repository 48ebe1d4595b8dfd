import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { deleteCreditCard, getCreditCard, putCreditCard } from "@toibako/contract/billing/cards.ts";
import { getPaymentResult } from "@toibako/contract/billing/charges.ts";
import { getOffer, listBillingItems } from "@toibako/contract/billing/offers.ts";
import { subscribe } from "@toibako/contract/billing/subscriptions.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { openMemoryShop } from "#platform/testing/buyers.ts";
import { addMonths, findTokyoDay } from "./policy/periods.ts";

const shop = await openMemoryShop({ first_price: 300 });
const { memory, payments, site, createBuyer, createBody, pay, readRows } = shop;
const { readSubscription, findPending, listCharges, passSeconds, runJob } = shop;

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

test("PAY-24 the offer states six terms with the amounts that are charged, and other terms need another consent", async () => {
  const buyer = await createBuyer();
  const params = { payment_type: "credit_card" as const };
  const { offer } = (await buyer.send(getOffer, { params, query: { locale: "en" } })).data;
  expect(offer.terms.map(({ key }) => key)).toEqual([
    "what",
    "price",
    "payment",
    "start",
    "cancelling",
    "deadline",
  ]);
  expect(offer.terms[1]?.text).toContain("300 yen today, then 500 yen");
  const body = createBody(offer.version);
  payments.price = 600;
  const changed = await buyer.send(subscribe, { body });
  expect([changed.status, changed.error?.code]).toEqual([409, "offer_changed"]);
  payments.price = 500;
  expect((await buyer.send(subscribe, { body })).status).toBe(201);
  const [contract] = await readRows<{ terms: unknown; locale: string }>(
    "select terms, locale from contracts where version = $1",
    [offer.version],
  );
  expect(contract).toEqual({ terms: offer.terms, locale: "en" });
});

test("PAY-24 in every language the terms name the year of the same calendar", async () => {
  const buyer = await createBuyer();
  const params = { payment_type: "credit_card" as const };
  const year = addMonths(findTokyoDay(), 1).slice(0, 4);
  for (const locale of locales) {
    const { offer } = (await buyer.send(getOffer, { params, query: { locale } })).data;
    expect(offer.terms.find(({ key }) => key === "price")?.text, locale).toContain(year);
  }
});

test("PAY-08 PAY-11 PAY-27 subscribing by card charges the first month, and the subscription can be read", async () => {
  const buyer = await createBuyer();
  expect([await readSubscription(buyer), await findPending(buyer)]).toEqual([null, ""]);
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
  expect(await readSubscription(buyer)).toEqual(expected);
  expect((await buyer.send(getCreditCard, {})).data).toEqual({
    is_present: true,
    card: { card_seq: 0, last_digits: "111", expires: "2029-04" },
  });
  expect(await shop.listEntries(buyer)).toEqual([["charge", 300]]);
  expect((await pay(buyer)).status).toBe(422);
});

test("PAY-10 a card that the bank refuses charges nothing, and another one can be tried", async () => {
  const buyer = await createBuyer();
  memory.faults.charge = ["balance"];
  const refused = await pay(buyer);
  expect([refused.status, refused.error?.code]).toEqual([400, "card_refused"]);
  expect([await readSubscription(buyer), await findPending(buyer)]).toEqual([null, ""]);
  expect((await pay(buyer)).status).toBe(201);
});

test("people without a birthday get 412, people under 18 get 403, and a token or a kept card is needed", async () => {
  const statuses = async (birthday: string | null) =>
    (await pay(await createBuyer(birthday))).error?.code;
  expect(await statuses(null)).toBe("birth_date_needed");
  const young = await pay(await createBuyer(`${new Date().getFullYear() - 17}-01-01`));
  expect([young.status, young.error?.code]).toEqual([403, "too_young"]);
  expect(young.error?.messages).toEqual(["プレミアムは18歳以上の方だけが申し込めます。"]);
  const buyer = await createBuyer();
  expect((await pay(buyer, { card_seq: 0 })).error?.code).toBe("invalid_fields");
  expect((await pay(buyer, { token: null })).error?.code).toBe("invalid_fields");
  expect((await pay(buyer, { target_key: "another" })).status).toBe(404);
});

test("PAY-12 PAY-13 PAY-14 a cancelled subscription stays usable to the same day, and the card can then be deleted", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const call = { body: { card_seq: 0 } };
  expect((await buyer.send(deleteCreditCard, call)).error?.code).toBe("card_in_use");
  const before = await readSubscription(buyer);
  const cancelled = await buyer.send(cancelSubscription, call);
  expect(cancelled.status).toBe(200);
  expect(cancelled.data.subscription).toEqual({
    ...before,
    cancelled_at: expect.any(String),
    next_charge: null,
  });
  expect((await buyer.send(cancelSubscription, call)).status).toBe(404);
  expect((await buyer.send(deleteCreditCard, call)).status).toBe(204);
  expect((await buyer.send(getCreditCard, {})).data.is_present).toBe(false);
});

test("PAY-25 a replaced card becomes the one to charge before the former one is deleted", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const replaced = await buyer.send(putCreditCard, { body: { token: "a-replacing-token" } });
  const { card } = replaced.data;
  expect(card.card_seq).toBeGreaterThan(0);
  const listOf = () =>
    [...memory.cards.values()].find((cards) =>
      cards.some(({ card_seq }) => card_seq === card.card_seq),
    );
  expect(listOf()).toHaveLength(2);
  await site.services.jobs.drain();
  expect(listOf()).toEqual([card]);
  expect((await readSubscription(buyer))?.card_seq).toBe(card.card_seq);
});

test("PAY-21 a lost reply is asked about, and the same payment is never made twice", async () => {
  const buyer = await createBuyer();
  memory.faults.charge = ["lost_reply"];
  const lost = await pay(buyer);
  expect([lost.status, "redirect_url" in lost.data && lost.data.redirect_url]).toEqual([202, null]);
  const again = await pay(buyer);
  expect(again.status).toBe(422);
  expect(await listCharges(buyer)).toHaveLength(1);
  memory.faults.charge = ["lost_request"];
  const other = await createBuyer();
  await pay(other);
  expect((await pay(other)).status).toBe(202);
  await passSeconds(130);
  await runJob("settle_open_orders");
  expect([await readSubscription(other), await findPending(other)]).toEqual([null, ""]);
  expect((await pay(other)).status).toBe(201);
});

test("PRIV-11 nobody sees another one's payments", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const order_id = (await listCharges(buyer))[0]?.order_id ?? "";
  const other = await createBuyer();
  expect((await other.send(getPaymentResult, { params: { order_id } })).status).toBe(404);
  expect(await listCharges(other)).toEqual([]);
  const profile = await other.sendRaw(
    "GET",
    `/api/v2/users/${(await readRows<{ id: string }>("select id from users order by pk desc offset 1 limit 1"))[0]?.id}`,
  );
  expect(profile.text).not.toMatch(/card_seq|subscription|last_digits/);
});

test("PAY-21 entries of the ledger are neither changed nor deleted", async () => {
  await expect(readRows("update ledger set amount = 0")).rejects.toThrow(
    "neither changed nor deleted",
  );
  await expect(readRows("delete from ledger")).rejects.toThrow("neither changed nor deleted");
});
