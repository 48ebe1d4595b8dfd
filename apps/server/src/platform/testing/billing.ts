import {
  getOffer,
  getSubscription,
  type PaymentType,
  subscribe,
} from "@toibako/contract/billing.ts";
import { createGmoProvider } from "#features/billing/providers/gmo.ts";
import { readPayment } from "../payment-config.ts";
import type { Browser } from "./browser.ts";
import { openGmoBench, sellerEnvironment } from "./payment.ts";
import { openSite } from "./site.ts";

/** A person of age who may buy. */
export interface Buyer {
  account: string;
  browser: Browser;
}

/** Opens a site that sells through the sandbox of GMO, and returns the calls of buyers. */
export async function openShop({ timeout_ms }: { timeout_ms?: number } = {}) {
  const bench = await openGmoBench();
  const { sandbox } = bench;
  const payment = readPayment({ ...sellerEnvironment, ...sandbox.environment });
  if (payment?.provider.provider !== "gmo") throw new Error("the sandbox is not configured");
  const provider = createGmoProvider(payment.provider, {
    phone: sellerEnvironment.SELLER_PHONE,
    ...(timeout_ms !== undefined && { timeout_ms }),
  });
  const payments = { provider, price: 500, first_price: 300 };
  const site = await openSite({}, { payments });
  const { database } = site.services;
  let people = 0;

  const createBuyer = async (birthday: string | null = "1990-05-05"): Promise<Buyer> => {
    const account = `buyer_${++people}`;
    const browser = await site.registerPerson(account);
    await database.executeSql("update users set birthday = $1 where account = $2", [
      birthday,
      account,
    ]);
    return { account, browser };
  };

  const readVersion = async (
    { browser }: Pick<Buyer, "browser">,
    payment_type: PaymentType = "credit_card",
  ) => (await browser.send(getOffer, { params: { payment_type } })).data.offer.version;

  /** Subscribes with a new card, unless `overrides` say otherwise. */
  const pay = async (
    buyer: Pick<Buyer, "browser">,
    overrides: { token?: string | null; card_seq?: number | null; offer_version?: string } = {},
    headers: Record<string, string> = {},
  ) => {
    const body = {
      token: overrides.token === undefined ? sandbox.createToken() : overrides.token,
      card_seq: overrides.card_seq ?? null,
      target_key: "premium_monthly",
      payment_type: "credit_card" as const,
      offer_version: overrides.offer_version ?? (await readVersion(buyer)),
    };
    return buyer.browser.send(subscribe, { body }, headers);
  };

  /** The charges that the provider has made for an account, as its own book has them. */
  const chargesOf = async ({ account }: Pick<Buyer, "account">) => {
    const { rows } = await database.executeSql(
      "select reference from billing_customers join users u on u.pk = user_pk where u.account = $1",
      [account],
    );
    const reference = (rows[0] as { reference: string } | undefined)?.reference;
    const { charges } = sandbox.book;
    return charges.filter(({ customer }) => customer === reference).map(({ amount }) => amount);
  };

  return {
    site,
    bench,
    sandbox,
    payments,
    createBuyer,
    readVersion,
    pay,
    chargesOf,
    readSubscription: async ({ browser }: Pick<Buyer, "browser">) =>
      (await browser.send(getSubscription, {})).data.subscription,
  };
}
