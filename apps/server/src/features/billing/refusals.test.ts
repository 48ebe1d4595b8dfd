import { cancelSubscription, cancelWithSurvey } from "@toibako/contract/billing/cancellation.ts";
import { deleteCreditCard, getCreditCard, putCreditCard } from "@toibako/contract/billing/cards.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { openShop } from "#platform/testing/buyers.ts";

const shop = await openShop();
const { sandbox, site, bench, pay, createBuyer, chargesOf, readSubscription } = shop;
const { startCarrier } = shop;

afterEach(() => {
  sandbox.faults.clear();
  bench.setAuthenticating(false);
});
afterAll(() => bench.close());

const notify = (fields: Record<string, string>, provider = "gmo") =>
  site
    .openBrowser()
    .sendRaw("POST", `/payment/notifications/${provider}`, new URLSearchParams(fields).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      "x-csrf-token": undefined,
    });

const comeBack = (order_id: string) =>
  site.openBrowser().sendRaw("POST", `/payment/returns/${order_id}`, "AccessID=forged", {
    "content-type": "application/x-www-form-urlencoded",
    "x-csrf-token": undefined,
  });

/** Runs the waiting jobs of a name, as the worker does. */
async function runJobs(name: string): Promise<void> {
  const rows = await shop.readRows<{ data: object }>(
    "delete from pgboss.job where name = $1 and state < 'active' returning data",
    [name],
  );
  const job = site.jobs.find(({ definition }) => definition.name === name);
  for (const { data } of rows) await job?.run([data]);
}

test("PAY-08 a double click and two tabs at once charge once", async () => {
  const buyer = await createBuyer();
  const token = sandbox.createToken();
  const key = { "idempotency-key": crypto.randomUUID() };
  const clicks = await Promise.all([pay(buyer, { token }, key), pay(buyer, { token }, key)]);
  expect(clicks.map(({ status }) => status)).toEqual([201, 201]);
  expect(await chargesOf(buyer)).toEqual([300]);
  const other = await createBuyer();
  const tabs = await Promise.all([pay(other), pay(other), pay(other)]);
  expect(tabs.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(await chargesOf(other)).toEqual([300]);
});

test("PAY-08 PAY-18 a card and a carrier at once make one subscription", async () => {
  const buyer = await createBuyer();
  const [card, carrier] = await Promise.all([pay(buyer), startCarrier(buyer, "au")]);
  const charges = await chargesOf(buyer);
  if (card.status === 201) {
    // A carrier's page that was opened first is given up for the card.
    expect([200, 422]).toContain(carrier.status);
    expect(charges).toEqual([300]);
    expect(await readSubscription(buyer)).toMatchObject({ payment_type: "credit_card" });
  } else {
    expect(carrier.status).toBe(200);
    expect(charges).toEqual([]);
  }
});

test("PAY-08 both or neither of token and card_seq are refused", async () => {
  const buyer = await createBuyer();
  expect((await pay(buyer, { token: null })).status).toBe(400);
  expect((await pay(buyer, { card_seq: 0 })).status).toBe(400);
  expect(await chargesOf(buyer)).toEqual([]);
});

test("PAY-08 a token that is used, expired or invented is refused and can be followed by a good one", async () => {
  const buyer = await createBuyer();
  const used = sandbox.createToken();
  await pay(await createBuyer(), { token: used });
  const expired = sandbox.createToken();
  const kept = sandbox.state.tokens.get(expired);
  if (kept) kept.expires_at = 0;
  for (const token of [used, expired, "invented"]) {
    const refused = await pay(buyer, { token });
    expect([token, refused.error?.code]).toEqual([token, "card_refused"]);
  }
  expect(await readSubscription(buyer)).toBeNull();
  expect((await pay(buyer)).status).toBe(201);
  expect(await chargesOf(buyer)).toEqual([300]);
});

test("PAY-02 PAY-07 PAY-14 PAY-25 card 0 is a card: it pays, can be replaced, and is deleted after cancelling", async () => {
  const buyer = await createBuyer();
  await buyer.send(putCreditCard, { body: { token: sandbox.createToken() } });
  const read = async () => (await buyer.send(getCreditCard, {})).data;
  expect(await read()).toMatchObject({ is_present: true, card: { card_seq: 0 } });
  expect((await pay(buyer, { token: null, card_seq: 7 })).status).toBe(404);
  expect((await pay(buyer, { token: null, card_seq: 0 })).status).toBe(201);
  const inUse = await buyer.send(deleteCreditCard, { body: { card_seq: 0 } });
  expect(inUse.error?.code).toBe("card_in_use");
  const token = sandbox.createToken({ cardno: "5555555555554444" });
  const replaced = await buyer.send(putCreditCard, { body: { token } });
  const { card_seq, last_digits } = replaced.data.card;
  expect(last_digits).toBe("444");
  await runJobs("forget_card");
  expect(await read()).toMatchObject({ card: { card_seq, last_digits: "444" } });
  await buyer.send(cancelSubscription, { body: { card_seq } });
  expect((await buyer.send(deleteCreditCard, { body: { card_seq } })).status).toBe(204);
  expect(await read()).toEqual({ is_present: false, card: null });
});

test("PAY-08 a card that was removed at the provider charges nothing", async () => {
  const buyer = await createBuyer();
  await buyer.send(putCreditCard, { body: { token: sandbox.createToken() } });
  const members = [...sandbox.state.members.values()];
  for (const card of members.at(-1) ?? []) card.isDeleted = true;
  expect((await pay(buyer, { token: null, card_seq: 0 })).status).toBeGreaterThanOrEqual(400);
  expect(await chargesOf(buyer)).toEqual([]);
  expect((await pay(buyer)).status).toBe(201);
});

test("PAY-24 another offer than the one that was read is refused", async () => {
  const buyer = await createBuyer();
  const changed = await pay(buyer, { offer_version: "of yesterday" });
  expect([changed.status, changed.error?.code]).toEqual([409, "offer_changed"]);
});

test("PAY-19 a forged notification, one of another shop and one of another provider change nothing", async () => {
  const buyer = await createBuyer();
  bench.setAuthenticating(true);
  const { data } = await pay(buyer);
  if (!("order_id" in data)) throw new Error("the charge was not to be confirmed");
  const forged = { OrderID: data.order_id, Status: "CAPTURE", Amount: "300" };
  expect((await notify({ ...forged, ShopID: "another shop" })).status).toBe(403);
  expect((await notify(forged, "stripe")).status).toBe(404);
  for (let repeat = 0; repeat < 3; repeat++) {
    const told = await notify({ ...forged, ShopID: sandbox.state.keys.shop_id });
    expect([told.status, told.text]).toEqual([200, "0"]);
  }
  await runJobs("ask_order");
  expect(await readSubscription(buyer)).toBeNull();
  expect(await chargesOf(buyer)).toEqual([]);
});

test("PAY-26 a broken-off strong authentication leaves no charge, and can be tried again", async () => {
  const buyer = await createBuyer();
  bench.setAuthenticating(true);
  const first = (await pay(buyer)).data;
  if (!("redirect_url" in first) || !first.redirect_url) throw new Error("nothing to confirm");
  await sandbox.decideSecure(first.redirect_url, "cancel");
  await comeBack(first.order_id);
  expect(await readSubscription(buyer)).toBeNull();
  const second = (await pay(buyer)).data;
  if (!("redirect_url" in second) || !second.redirect_url) throw new Error("nothing to confirm");
  await sandbox.decideSecure(second.redirect_url, "confirm");
  const returned = [await comeBack(second.order_id), await comeBack(second.order_id)];
  expect(returned.map(({ status }) => status)).toEqual([303, 303]);
  expect(returned[0]?.location).toBe(`/ja/stg?tab=card&order=${second.order_id}`);
  expect(await chargesOf(buyer)).toEqual([300]);
  expect(await readSubscription(buyer)).toMatchObject({ cancelled_at: null });
});

test.each(["au", "docomo", "softbank"] as const)(
  "PAY-18 PAY-19 PAY-12 a subscription by %s begins once, and is cancelled also while the carrier is down",
  async (carrier) => {
    const buyer = await createBuyer();
    const started = await startCarrier(buyer, carrier);
    expect(started.status).toBe(200);
    const post = await sandbox.decideCarrier(started.data, "confirm");
    const order_id = post.address.split("/").at(-1) ?? "";
    await Promise.all([comeBack(order_id), comeBack(order_id)]);
    await notify({ OrderID: order_id, ShopID: sandbox.state.keys.shop_id });
    await runJobs("ask_order");
    const before = await readSubscription(buyer);
    expect(before).toMatchObject({ payment_type: `carrier_${carrier}`, card_seq: null });
    sandbox.faults.plan("*", { kind: "status", status: 503 }, 1);
    const cancelled = await buyer.send(cancelSubscription, { body: { card_seq: null } });
    expect(cancelled.data.subscription).toMatchObject({ ends_on: before?.ends_on });
    await runJobs("end_carrier_billing");
    expect(sandbox.state.trades.get(order_id)?.status).toBe("REGISTER");
    await shop.runJob("settle_open_orders");
    expect(["CANCEL", "RUN-END"]).toContain(sandbox.state.trades.get(order_id)?.status);
  },
);

test("PAY-17 the survey cancels once and its repetition is no failure", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const survey = [{ select: 1, other: "Talks" }, { select: 2, other: "Price" }, { select: 3 }];
  const key = { "idempotency-key": crypto.randomUUID() };
  const send = (answers: typeof survey, headers = {}) =>
    buyer.send(cancelWithSurvey, { body: { survey: answers } }, headers);
  expect((await send(survey.with(2, { select: 6 }))).status).toBe(400);
  expect((await send(survey.with(2, { select: 2, other: "Again" }))).status).toBe(400);
  const replies = await Promise.all([send(survey, key), send(survey, key)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect((await send(survey)).status).toBe(404);
});

test("PAY-14 deleting a card also deletes one whose saving got lost", async () => {
  const buyer = await createBuyer();
  const save = () => buyer.send(putCreditCard, { body: { token: sandbox.createToken() } });
  expect((await save()).status).toBe(200);
  sandbox.faults.plan("SaveCard", { kind: "lost_reply" });
  expect((await save()).error?.code).toBe("payment_unavailable");
  const countCards = () =>
    [...sandbox.state.members.values()].at(-1)?.filter(({ isDeleted }) => !isDeleted).length;
  expect(countCards()).toBe(2);
  expect((await buyer.send(deleteCreditCard, { body: { card_seq: 0 } })).status).toBe(204);
  expect(countCards()).toBe(0);
});
