import {
  cancelSubscription,
  cancelWithSurvey,
  deleteCreditCard,
  getCreditCard,
  getOffer,
  getPaymentResult,
  listBillingItems,
  listCharges,
  putCreditCard,
  startCarrierBilling,
  subscribe,
} from "@toibako/contract/billing.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { createBuyerCalls } from "#platform/testing/buyers.ts";
import { createMemoryProvider } from "#platform/testing/memory-provider.ts";
import { openSite } from "#platform/testing/site.ts";
import { addMonths, findTokyoDay } from "./policy/periods.ts";

const memory = createMemoryProvider();
const payments = { provider: memory.provider, price: 500, first_price: 300 };
const site = await openSite({}, { payments });
const { createBuyer, createBody, readVersion, pay, readSubscription, readRows } =
  createBuyerCalls(site);
const { passSeconds, runJob, readLastOrder } = createBuyerCalls(site);

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

test("PAY-08 two tabs, and a card and a carrier at once, make one subscription and one charge", async () => {
  const buyer = await createBuyer();
  const before = memory.sum();
  const offer_version = await readVersion(buyer, "carrier_au");
  const replies = await Promise.all([
    pay(buyer),
    pay(buyer),
    buyer.send(startCarrierBilling, { body: { carrier: "au", offer_version } }),
  ]);
  // A carrier's page that was only opened is given up for a card.
  const cards = replies.slice(0, 2).map(({ status }) => status);
  expect(cards.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
  expect(replies.some(({ status }) => status === 422)).toBe(true);
  expect(memory.sum() - before).toBeLessThanOrEqual(300);
  const live = await readRows(
    `select from subscriptions where state in ('pending', 'active', 'past_due') and reference = (
       select reference from subscriptions order by pk desc limit 1)`,
  );
  expect(live).toHaveLength(1);
});

test("PAY-10 a card that the bank refuses charges nothing, and another one can be tried", async () => {
  const buyer = await createBuyer();
  memory.faults.charge = ["balance"];
  const refused = await pay(buyer);
  expect([refused.status, refused.error?.code]).toEqual([400, "card_refused"]);
  expect(await readSubscription(buyer)).toEqual({ subscription: null, pending_order_id: null });
  expect((await pay(buyer)).status).toBe(201);
});

test("people without a birthday get 412, people under 18 get 403, and a token or a kept card is needed", async () => {
  const statuses = async (birthday: string | null) =>
    (await pay(await createBuyer(birthday))).error?.code;
  expect(await statuses(null)).toBe("birth_date_needed");
  expect(await statuses(`${new Date().getFullYear() - 17}-01-01`)).toBe("too_young");
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
  const before = (await readSubscription(buyer)).subscription;
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

test("PAY-17 a survey needs its texts and a choice, and cancels", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const texts = [
    { select: 1, other: "トーク" },
    { select: 2, other: "高い" },
  ];
  const send = (survey: { select: number; other?: string }[]) =>
    buyer.send(cancelWithSurvey, { body: { survey } });
  expect((await send([...texts, { select: 6 }])).status).toBe(400);
  expect((await send([...texts, { select: 2, other: "x" }])).status).toBe(400);
  const sent = await send([...texts, { select: 3 }, { select: 6, other: "音楽" }]);
  expect(sent.data.subscription?.cancelled_at).toEqual(expect.any(String));
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
  expect((await readSubscription(buyer)).subscription?.card_seq).toBe(card.card_seq);
});

test("PAY-26 strong authentication: confirming subscribes without a session, breaking off charges nothing and can be tried again", async () => {
  const buyer = await createBuyer();
  memory.faults.charge = ["confirm"];
  const first = await pay(buyer);
  expect([first.status, "redirect_url" in first.data && first.data.redirect_url]).toEqual([
    202,
    "https://pay.example/confirm",
  ]);
  // Whoever turned back by the browser's button need not wait.
  expect(await readSubscription(buyer)).toEqual({ subscription: null, pending_order_id: null });
  memory.faults.charge = ["confirm"];
  const second = await pay(buyer);
  expect(second.status).toBe(202);
  const order_id = "order_id" in second.data ? second.data.order_id : "";
  const stranger = site.openBrowser();
  const returned = await stranger.sendRaw("POST", `/payment/returns/${order_id}`, "MD=1", {
    "content-type": "application/x-www-form-urlencoded",
    origin: "https://pay.example",
    "sec-fetch-site": "cross-site",
    "x-csrf-token": undefined,
  });
  expect([returned.status, returned.location]).toEqual([303, `/ja/stg?tab=card&order=${order_id}`]);
  const result = await buyer.send(getPaymentResult, { params: { order_id } });
  expect(result.data.result).toBe("done");
  const { charges } = (await buyer.send(listCharges, {})).data;
  expect(charges).toHaveLength(1);
});

test("PAY-21 a lost reply is asked about, and the same payment is never made twice", async () => {
  const buyer = await createBuyer();
  memory.faults.charge = ["lost_reply"];
  const lost = await pay(buyer);
  expect([lost.status, "redirect_url" in lost.data && lost.data.redirect_url]).toEqual([202, null]);
  const again = await pay(buyer);
  expect(again.status).toBe(422);
  expect((await buyer.send(listCharges, {})).data.charges).toHaveLength(1);
  memory.faults.charge = ["lost_request"];
  const other = await createBuyer();
  await pay(other);
  expect((await pay(other)).status).toBe(202);
  await passSeconds(130);
  await runJob("settle_open_orders");
  expect(await readSubscription(other)).toEqual({ subscription: null, pending_order_id: null });
  expect((await pay(other)).status).toBe(201);
});

test("PAY-19 a notification makes the server ask, a repeated one changes nothing, and a forged one neither", async () => {
  const buyer = await createBuyer();
  const offer_version = await readVersion(buyer, "carrier_softbank");
  const started = await buyer.send(startCarrierBilling, {
    body: { carrier: "softbank", offer_version },
  });
  expect([started.status, started.data]).toEqual([
    200,
    { start_url: "https://carrier.example/start", access_id: "access", token: "token" },
  ]);
  const order_id = await readLastOrder();
  const notify = async (id: string) => {
    const reply = await site
      .openBrowser()
      .sendRaw("POST", "/payment/notifications/gmo", `OrderID=${id}&Status=REGISTER&Amount=1`, {
        "content-type": "application/x-www-form-urlencoded",
        "x-csrf-token": undefined,
      });
    await site.services.jobs.drain();
    return [reply.status, reply.text];
  };
  expect(await notify(order_id)).toEqual([200, "0"]);
  expect((await readSubscription(buyer)).subscription).toBe(null);
  memory.register(order_id);
  for (let n = 0; n < 3; n++) expect(await notify(order_id)).toEqual([200, "0"]);
  expect(await notify("a-forged-order")).toEqual([200, "0"]);
  expect((await readSubscription(buyer)).subscription?.payment_type).toBe("carrier_softbank");
  const { charges } = (await buyer.send(listCharges, {})).data;
  expect(charges.map(({ amount }) => amount)).toEqual([500]);
});

test("PRIV-11 nobody sees another one's payments", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const { charges } = (await buyer.send(listCharges, {})).data;
  const order_id = charges[0]?.order_id ?? "";
  const other = await createBuyer();
  expect((await other.send(getPaymentResult, { params: { order_id } })).status).toBe(404);
  expect((await other.send(listCharges, {})).data.charges).toEqual([]);
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
