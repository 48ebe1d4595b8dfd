import { getPaymentResult, listCharges } from "@toibako/contract/billing/charges.ts";
import { getOffer } from "@toibako/contract/billing/offers.ts";
import {
  getSubscription,
  startCarrierBilling,
  subscribe,
} from "@toibako/contract/billing/subscriptions.ts";
import type { Carrier, PaymentType } from "@toibako/contract/billing.ts";
import type { Static } from "typebox";
import { createGmoProvider } from "#features/billing/providers/gmo.ts";
import type { Payments } from "#features/billing/providers/payments.ts";
import type { Config } from "../config.ts";
import { readPayment } from "../payment-config.ts";
import type { Browser } from "./browser.ts";
import { createMemoryProvider } from "./memory-provider.ts";
import { openGmoBench, sellerEnvironment } from "./payment.ts";
import { openSite } from "./site.ts";

/** The browser of a person who may buy. */
export type Buyer = Browser & { account: string };

type SubscribeBody = Static<typeof subscribe.body>;

/** Opens a site that sells a plan, and returns the calls of its buyers; `createToken` makes the tokens of new cards. */
export async function openShopOf(
  payments: Payments,
  createToken: () => string,
  config: Partial<Config> = {},
) {
  const site = await openSite(config, { payments });
  const { executeSql } = site.services.database;
  let people = 0;

  const readRows = async <T>(sql: string, values: unknown[] = []) =>
    (await executeSql(sql, values)).rows as T[];

  /** Registers somebody of age, or with another birthday. */
  const createBuyer = async (birthday: string | null = "1990-05-05"): Promise<Buyer> => {
    const account = `buyer_${++people}`;
    const browser = await site.registerPerson(account);
    await readRows("update users set birthday = $1 where account = $2", [birthday, account]);
    return Object.assign(browser, { account });
  };

  /** Reads the version of the offer that somebody gets now. */
  const readVersion = async (buyer: Browser, payment_type: PaymentType = "credit_card") =>
    (await buyer.send(getOffer, { params: { payment_type } })).data.offer.version;

  const createBody = (offer_version: string): SubscribeBody => ({
    token: createToken(),
    card_seq: null,
    target_key: "premium_monthly",
    payment_type: "credit_card",
    offer_version,
  });

  /** Subscribes by a new card, unless `changes` of the request say otherwise. */
  const pay = async (
    buyer: Browser,
    changes: Partial<SubscribeBody> = {},
    headers: Record<string, string> = {},
  ) => {
    const body = { ...createBody(changes.offer_version ?? (await readVersion(buyer))), ...changes };
    return buyer.send(subscribe, { body }, headers);
  };

  const startCarrier = async (buyer: Browser, carrier: Carrier) => {
    const offer_version = await readVersion(buyer, `carrier_${carrier}`);
    return buyer.send(startCarrierBilling, { body: { carrier, offer_version } });
  };

  const readSubscription = async (buyer: Browser) =>
    (await buyer.send(getSubscription, {})).data.subscription;

  /** Finds the order whose result isn't known yet; empty if there is none. */
  const findPending = async (buyer: Browser) =>
    (await buyer.send(getSubscription, {})).data.pending_order_id ?? "";

  const readResult = async (buyer: Browser, order_id: string) =>
    (await buyer.send(getPaymentResult, { params: { order_id } })).data.result;

  return {
    site,
    payments,
    createBuyer,
    readVersion,
    createBody,
    pay,
    startCarrier,
    readSubscription,
    findPending,
    readResult,
    readRows,
    /** The charges, refunds and disputes that somebody sees, newest first. */
    listCharges: async (buyer: Browser) => (await buyer.send(listCharges, {})).data.charges,
    /** The same, as kind and yen. */
    listEntries: async (buyer: Browser) =>
      (await buyer.send(listCharges, {})).data.charges.map(
        ({ kind, amount }) => [kind, amount] as const,
      ),
    /** Reads the id of the order that was made last. */
    readLastOrder: async (): Promise<string> => {
      const [last] = await readRows<{ order_id: string }>(
        "select order_id from charges order by pk desc limit 1",
      );
      return last?.order_id ?? "";
    },
    runJob: async (name: string) => {
      const job = site.jobs.find(({ definition }) => definition.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run([{}]);
    },
    /** Makes the subscriptions of the site this many days older. */
    passDays: async (days: number) => {
      await readRows(
        `update subscriptions set starts_on = starts_on - $1::int, expired_in = expired_in - $1::int,
           ends_on = ends_on - $1::int, charge_on = charge_on - $1::int, failed_on = failed_on - $1::int`,
        [days],
      );
    },
    /** Makes the calls of all open orders this many seconds older. */
    passSeconds: async (seconds: number) => {
      await readRows(
        `update charges set created_at = created_at - make_interval(secs => $1),
           called_at = called_at - make_interval(secs => $1), returned_at = returned_at - make_interval(secs => $1)
         where outcome in ('intended', 'unknown')`,
        [seconds],
      );
    },
  };
}

/** A shop whose provider is in memory; `changes` are of the provider. */
export async function openMemoryShop(
  { first_price, ...changes }: { first_price?: number } & Partial<Payments["provider"]> = {},
  config: Partial<Config> = {},
) {
  const memory = createMemoryProvider();
  let tokens = 0;
  const provider = { ...memory.provider, ...changes };
  const payments: Payments = { provider, price: 500, first_price };
  return { memory, ...(await openShopOf(payments, () => `token-${++tokens}`, config)) };
}

/** A shop that is paid through the sandbox of GMO. */
export async function openShop({ timeout_ms }: { timeout_ms?: number } = {}) {
  const bench = await openGmoBench();
  const { sandbox } = bench;
  const payment = readPayment({ ...sellerEnvironment, ...sandbox.environment });
  if (payment?.provider.provider !== "gmo") throw new Error("the sandbox is not configured");
  const provider = createGmoProvider(payment.provider, {
    phone: sellerEnvironment.SELLER_PHONE,
    ...(timeout_ms !== undefined && { timeout_ms }),
  });
  const shop = await openShopOf({ provider, price: 500, first_price: 300 }, () =>
    sandbox.createToken(),
  );
  return {
    bench,
    sandbox,
    ...shop,
    /** The charges that the provider has made for an account, as its own book has them. */
    chargesOf: async ({ account }: Pick<Buyer, "account">) => {
      const [customer] = await shop.readRows<{ reference: string }>(
        "select reference from billing_customers join users u on u.pk = user_pk where u.account = $1",
        [account],
      );
      const { charges } = sandbox.book;
      return charges
        .filter((charge) => charge.customer === customer?.reference)
        .map(({ amount }) => amount);
    },
  };
}
