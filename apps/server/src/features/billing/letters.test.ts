import { cancelSubscription } from "@toibako/contract/billing/cancellation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Buyer, openMemoryShop } from "#platform/testing/buyers.ts";
import { announcePrice, priceNoticeDays } from "./commands/prices.ts";
import { addDays, addMonths, findTokyoDay } from "./policy/periods.ts";

const mailServer = await startMailCatcher();
const shop = await openMemoryShop(
  {},
  { smtp_url: mailServer.url, mail_from: "Toibako <noreply@example.com>" },
);
const { site, createBuyer, pay, startCarrier, readSubscription, readRows } = shop;
const { db, jobs } = site.services;
shop.payments.seller = {
  name: "A seller",
  representative: "R. Epresentative",
  address: "1 Street, City",
  phone: "03-0000-0000",
  email: "seller@example.com",
};
afterAll(() => mailServer.close());

beforeEach(async () => {
  await readRows("update subscriptions set state = 'ended', charge_on = null");
  mailServer.mails.length = 0;
});

/** Subscribes somebody who has an address for mails, in English. */
async function createSubscriber(): Promise<Buyer> {
  const buyer = await createBuyer();
  await readRows("update users set confirmed_email = $1, locale = 'en' where account = $2", [
    `${buyer.account}@example.com`,
    buyer.account,
  ]);
  expect((await pay(buyer)).status).toBe(201);
  return buyer;
}

const listNoticesOf = async (buyer: Buyer) =>
  (await buyer.send(listNotices, {})).data.notices.filter(({ kind }) => kind === "payment");

test("PAY-27 a receipt comes by mail, with plan, amount, period, order and seller, once for each charge", async () => {
  const buyer = await createSubscriber();
  await jobs.drain();
  const order_id = (await shop.listCharges(buyer))[0]?.order_id ?? "";
  expect(mailServer.mails).toMatchObject([
    { to: [`${buyer.account}@example.com`], subject: "Receipt for your payment" },
  ]);
  const text = mailServer.mails[0]?.text ?? "";
  for (const part of [
    order_id,
    "500 yen",
    "Premium (monthly)",
    "A seller",
    `@${buyer.account}`,
    "/en/stg?tab=card",
  ]) {
    expect(text).toContain(part);
  }
  await jobs.drain();
  expect(mailServer.mails).toHaveLength(1);
});

test("a change of the price is told by mail and notice to those who are charged, and is charged from its day on", async () => {
  const buyer = await createSubscriber();
  const cancelled = await createSubscriber();
  await cancelled.send(cancelSubscription, { body: { card_seq: 0 } });
  const billed = await createBuyer();
  await startCarrier(billed, "au");
  const order_id = await shop.readLastOrder();
  shop.memory.register(order_id);
  expect(await shop.readResult(billed, order_id)).toBe("done");
  await jobs.drain();
  mailServer.mails.length = 0;

  const today = findTokyoDay();
  expect(await announcePrice(db, 700, addDays(today, priceNoticeDays - 1))).toBeUndefined();
  // The first month from this day is the third one.
  const day = addDays(addMonths(today, 1), 1);
  expect([await announcePrice(db, 700, day), await announcePrice(db, 700, day)]).toEqual([1, 0]);
  await jobs.drain();
  expect(mailServer.mails).toMatchObject([
    { to: [`${buyer.account}@example.com`], subject: "The price of your plan changes" },
  ]);
  const text = mailServer.mails[0]?.text ?? "";
  const date = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
  const first = date.format(new Date(addMonths(today, 2)));
  for (const part of ["500 yen", "700 yen", first, "cancel before that day"]) {
    expect(text).toContain(part);
  }
  const texts = (await listNoticesOf(buyer)).map((notice) => notice.text);
  expect(texts.filter((one) => one.includes("料金が変わります"))).toHaveLength(1);

  const renew = async () => {
    await readRows("update subscriptions set charge_on = $1::date where charge_on is not null", [
      today,
    ]);
    await shop.runJob("renew_subscriptions");
  };
  const readNext = async () => (await readSubscription(buyer))?.next_charge?.amount;
  expect(await readNext()).toBe(500);
  await renew();
  expect(await readNext()).toBe(700);
  await renew();
  await renew();
  expect((await shop.listEntries(buyer)).map(([, amount]) => amount)).toEqual([700, 700, 500, 500]);
  const rows = await readRows(
    "select from subscriptions where next_amount is not null and state = 'active'",
  );
  expect(rows).toEqual([]);
  expect((await readSubscription(billed))?.next_charge?.amount).toBe(500);
});

test("PAY-21 books are deleted seven years after, with all that belongs to the subscription, and not a day earlier", async () => {
  const buyers = [await createSubscriber(), await createSubscriber()];
  const orders = [];
  for (const buyer of buyers) orders.push((await shop.listCharges(buyer))[0]?.order_id);
  await readRows("update subscriptions set state = 'ended', charge_on = null");
  const age = async (order_id: string | undefined, days: number) => {
    await readRows(
      `update subscriptions set ends_on = (now() - interval '7 years')::date - $2::int
       where pk = (select subscription_pk from charges where order_id = $1)`,
      [order_id, days],
    );
    await readRows("alter table ledger disable trigger keep_ledger");
    await readRows(
      "update ledger set booked_at = now() - interval '7 years' - make_interval(days => $2) where order_id = $1",
      [order_id, days],
    );
    await readRows("alter table ledger enable trigger keep_ledger");
  };
  await age(orders[0], 1);
  await age(orders[1], -1);
  await shop.runJob("delete_expired_rows");
  for (const table of ["ledger", "charges", "contracts"]) {
    const kept = await readRows(`select order_id from ${table} where order_id = any($1::text[])`, [
      orders,
    ]);
    expect([table, kept]).toEqual([table, [{ order_id: orders[1] }]]);
  }
});
