import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { getOffer } from "@toibako/contract/billing/offers.ts";
import { startCarrierBilling } from "@toibako/contract/billing/subscriptions.ts";
import { destroyAccount, leaveAccount } from "@toibako/contract/leaving.ts";
import { getTalk } from "@toibako/contract/talks.ts";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type Buyer, openShop } from "#platform/testing/buyers.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createTalkCalls } from "#platform/testing/talks.ts";
import { addDays } from "./policy/periods.ts";

const shop = await openShop();
const { sandbox, site, pay, createBuyer, readRows } = shop;
const { jobs } = site.services;
const talks = createTalkCalls(site);

afterEach(() => {
  vi.useRealTimers();
  sandbox.faults.clear();
});
afterAll(() => shop.bench.close());

/** What is left of an account's subscription, which is found by its reference. */
const readState = (reference: string) =>
  readRows(
    `select state, cancelled_at is not null as is_cancelled, charge_on,
       (select sum(amount)::int from ledger where ledger.reference = subscriptions.reference) as paid,
       (select count(*)::int from billing_customers where reference = subscriptions.reference) as owners
     from subscriptions where reference = $1`,
    [reference],
  );

async function findReference({ account }: Pick<Buyer, "account">): Promise<string> {
  const [row] = await readRows<{ reference: string }>(
    "select reference from billing_customers join users on users.pk = user_pk where account = $1",
    [account],
  );
  return row?.reference ?? "";
}

const destroy = (buyer: Buyer) =>
  buyer.send(destroyAccount, { body: { account: buyer.account, password } });

test("SET-14 leaving cancels the renewal at once", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const reference = await findReference(buyer);
  expect((await buyer.send(leaveAccount, { body: { password } })).status).toBe(204);
  expect(await readState(reference)).toEqual([
    { state: "active", is_cancelled: true, charge_on: null, paid: 300, owners: 1 },
  ]);
});

test("SET-15 PAY-21 destroying keeps the ledger under a reference that names nobody, and the provider forgets the card", async () => {
  const buyer = await createBuyer();
  await pay(buyer);
  const reference = await findReference(buyer);
  expect(sandbox.state.members.has(reference)).toBe(true);
  expect((await destroy(buyer)).status).toBe(204);
  await jobs.drain();
  expect(await readState(reference)).toEqual([
    { state: "active", is_cancelled: true, charge_on: null, paid: 300, owners: 0 },
  ]);
  expect(sandbox.state.members.has(reference)).toBe(false);
});

test("SET-15 while the carrier can't be told of the end, destroying waits and says so", async () => {
  const buyer = await createBuyer();
  const started = (await shop.startCarrier(buyer, "au")).data;
  const { address } = await sandbox.decideCarrier(started, "confirm");
  await site.openBrowser().sendRaw("POST", new URL(address).pathname);
  sandbox.faults.plan("*", { kind: "status", status: 503 }, 3);
  const refused = await destroy(buyer);
  expect(refused.error?.code).toBe("payment_unavailable");
  // The renewal is cancelled nevertheless, and the account can still be used.
  expect(await shop.readSubscription(buyer)).toMatchObject({ cancelled_at: expect.any(String) });
  sandbox.faults.clear();
  expect((await destroy(buyer)).status).toBe(204);
  const order_id = address.split("/").at(-1) ?? "";
  expect(sandbox.state.trades.get(order_id)?.status).toBe("CANCEL");
});

test("TALK-02 TALK-03 PAY-13 a closed talk opens with a subscription, and closes after the last day of a cancelled one", async () => {
  const receiver = await talks.createPerson();
  await talks.fillFreeTalks(receiver);
  const starter = await talks.createPerson();
  const uuid = await talks.startedTalk(starter, receiver);
  await talks.post(starter, uuid, "はじめまして");
  const isViewable = async () =>
    (await receiver.browser.send(getTalk, { params: { uuid } })).data.talk.is_viewable;
  expect(await isViewable()).toBe(false);
  expect((await pay(receiver.browser)).status).toBe(201);
  expect(await isViewable()).toBe(true);
  await receiver.browser.send(cancelSubscription, { body: { card_seq: 0 } });
  expect(await isViewable()).toBe(true);
  const ends_on = (await shop.readSubscription(receiver.browser))?.ends_on ?? "";
  // The database's clock can't be turned, so the subscription's days are.
  const reference = await findReference(receiver);
  const setEnd = (day: string) =>
    readRows("update subscriptions set ends_on = $1::text::date where reference = $2", [
      day,
      reference,
    ]);
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  expect(ends_on > today).toBe(true);
  await setEnd(today);
  expect(await isViewable()).toBe(true);
  await setEnd(addDays(today, -1));
  expect(await isViewable()).toBe(false);
  await shop.runJob("end_subscriptions");
  expect(await readState(reference)).toMatchObject([{ state: "ended" }]);
  expect((await pay(receiver.browser)).status).toBe(201);
  expect(await isViewable()).toBe(true);
});

test("PAY-01 PAY-08 without a provider nothing is sold", async () => {
  const bare = await openSite();
  const browser = await bare.registerPerson("nobody");
  const params = { payment_type: "credit_card" } as const;
  expect((await browser.send(getOffer, { params })).status).toBe(404);
  const body = { carrier: "au", offer_version: "1" } as const;
  expect((await browser.send(startCarrierBilling, { body })).status).toBe(404);
  expect((await pay(browser, { token: "t", offer_version: "1" })).status).toBe(404);
  expect(
    (
      await bare.openBrowser().sendRaw("POST", "/payment/notifications/gmo", "OrderID=1", {
        "content-type": "application/x-www-form-urlencoded",
      })
    ).status,
  ).toBe(404);
});
