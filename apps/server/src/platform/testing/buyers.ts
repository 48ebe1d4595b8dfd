import {
  getOffer,
  getSubscription,
  type PaymentType,
  subscribe,
} from "@toibako/contract/billing.ts";
import type { Browser } from "./browser.ts";
import type { openSite } from "./site.ts";

/** Calls of billing by the people of a site. */
export function createBuyerCalls(site: Awaited<ReturnType<typeof openSite>>) {
  const { executeSql } = site.services.database;
  let people = 0;
  let tokens = 0;

  /** Reads the version of the offer that somebody gets now. */
  const readVersion = async (buyer: Browser, payment_type: PaymentType = "credit_card") =>
    (await buyer.send(getOffer, { params: { payment_type } })).data.offer.version;

  const createBody = (offer_version: string, changes: object = {}) => ({
    token: `token-${++tokens}`,
    card_seq: null,
    target_key: "premium_monthly",
    payment_type: "credit_card" as const,
    offer_version,
    ...changes,
  });

  return {
    readVersion,
    createBody,
    /** Registers somebody of age, or with another birthday; returns the browser. */
    createBuyer: async (birthday: string | null = "1990-05-05"): Promise<Browser> => {
      const account = `buyer_${++people}`;
      const browser = await site.registerPerson(account);
      const sql =
        "update users set birthday = $1, is_receive_dm = true, is_message_tos_showed = true where account = $2";
      await executeSql(sql, [birthday, account]);
      return browser;
    },
    /** Subscribes by a new card. */
    pay: async (buyer: Browser, changes: object = {}, headers: Record<string, string> = {}) =>
      buyer.send(subscribe, { body: createBody(await readVersion(buyer), changes) }, headers),
    readSubscription: async (buyer: Browser) => (await buyer.send(getSubscription, {})).data,
    /** Reads the id of the order that was made last. */
    readLastOrder: async (): Promise<string> => {
      const { rows } = await executeSql(
        "select order_id from charges order by pk desc limit 1",
        [],
      );
      return (rows[0] as { order_id: string } | undefined)?.order_id ?? "";
    },
    runJob: async (name: string) => {
      const job = site.jobs.find(({ definition }) => definition.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run([{}]);
    },
    /** Makes the subscriptions of the site this many days older. */
    passDays: async (days: number) => {
      await executeSql(
        `update subscriptions set starts_on = starts_on - $1::int, expired_in = expired_in - $1::int,
           ends_on = ends_on - $1::int, charge_on = charge_on - $1::int, failed_on = failed_on - $1::int`,
        [days],
      );
    },
    /** Makes the calls of all open orders this many seconds older. */
    passSeconds: async (seconds: number) => {
      await executeSql(
        `update charges set created_at = created_at - make_interval(secs => $1),
           called_at = called_at - make_interval(secs => $1), returned_at = returned_at - make_interval(secs => $1)
         where outcome in ('intended', 'unknown')`,
        [seconds],
      );
    },
    readRows: async <T>(sql: string, values: unknown[] = []) =>
      (await executeSql(sql, values)).rows as T[],
  };
}
