import { setTimeout as sleep } from "node:timers/promises";
import { type GmoSandbox, startGmo, testCard } from "@toibako/sandbox/gmo.ts";
import type { Request } from "autocannon";
import type { Client } from "pg";
import { type Bench, sendRequest } from "../bench.ts";
import { computeMedian } from "../load.ts";
import { startServer } from "../process.ts";
import { atLeast, atMost, createFigure, mergeTurns, type Row } from "../report.ts";
import * as requests from "../requests.ts";

const seller = {
  SELLER_NAME: "Toibako Inc.",
  SELLER_REPRESENTATIVE: "Hako Toi",
  SELLER_ADDRESS: "1-1 Chiyoda, Tokyo",
  SELLER_PHONE: "03-0000-0000",
  SELLER_EMAIL: "seller@toibako.example",
};

/** Milliseconds between two looks at the progress of a job, and between two pages. */
const pause = 50;

/**
 * Measures renewals that are all due at once, and reconciliation, in one process that also serves pages: how many renewals
 * a second, the seconds of reconciliation, and how much longer a page takes during renewals.
 */
export async function measureMoney({ large, client, size, targets }: Bench): Promise<Row[]> {
  const subscribers = size.isFull ? 10_000 : 20;
  const sandbox = await startGmo(0, { isAuthenticating: false });
  await plantSubscribers(client, sandbox, subscribers);
  const server = await startServer(large, { ROLE: "all", ...seller, ...sandbox.environment });
  const [page] = requests.createProfilePageRequests(targets, requests.asReturningVisitor);
  const probePage = <T>(work: Promise<T>) =>
    probe(() => sendRequest(server, page as Request), work);
  try {
    await probePage(sleep(size.seconds * 1_000));
    const quiet = await probePage(sleep(size.seconds * 1_000));
    const renewing = await probePage(runJob(client, "renew_subscriptions"));
    await waitFor(client, "name in ('send_payment_notice', 'send_receipt')", 0);
    const reconciling = await runJob(client, "reconcile_payments");
    await expectNoDifference(client, sandbox, subscribers);
    const rate = subscribers / renewing.result;
    const delay = renewing.median - quiet.median;
    return mergeTurns([
      [
        createFigure("renewals due at once, a second", rate, atLeast(50)),
        createFigure("page during renewals, later by", delay, atMost(50, " ms")),
        createFigure("reconciliation of as many", reconciling, atMost(60, " s")),
      ],
    ]);
  } finally {
    await server.stop();
    await sandbox.close();
  }
}

/** Makes people subscribers whose second month is due today, with a card at the provider. */
async function plantSubscribers(client: Client, sandbox: GmoSandbox, count: number) {
  const { rows } = await client.query<{ reference: string }>(
    `insert into billing_customers (user_pk, reference, provider, card_seq, last_digits, card_month)
     select pk, 'bench-' || pk, 'gmo', 0, '111', '2034-12' from users order by pk limit $1 returning reference`,
    [count],
  );
  await client.query(
    `insert into subscriptions (reference, plan_key, payment_type, state, starts_on, first_amount, amount, paid_periods,
       expired_in, ends_on, charge_on)
     select reference, 'premium_monthly', 'credit_card', 'active', (day - interval '1 month')::date, 500, 500, 1,
       (day - interval '1 month')::date, day, day
     from billing_customers, (select (now() at time zone 'Asia/Tokyo')::date as day) as today`,
  );
  const { cardno: number, holdername: holder } = testCard;
  for (const { reference } of rows) {
    sandbox.state.members.set(reference, [{ number, holder, expire: "3412", isDeleted: false }]);
  }
}

/** Requests a page again and again until `work` has ended; also returns the median of its milliseconds. */
async function probe<T>(request: () => Promise<unknown>, work: Promise<T>) {
  const times: number[] = [];
  let isRunning = true;
  const ended = work.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const started = performance.now();
    await request();
    times.push(performance.now() - started);
    await sleep(pause);
  }
  return { result: await ended, median: computeMedian(times) };
}

/** Enqueues a scheduled job, and returns the seconds from its start to its end. */
async function runJob(client: Client, name: string): Promise<number> {
  await client.query("insert into pgboss.job (name) values ($1) on conflict do nothing", [name]);
  await waitFor(client, `name = '${name}' and state = 'active'`, 1);
  const started = performance.now();
  await waitFor(client, `name = '${name}' and state in ('created', 'retry', 'active')`, 0);
  return (performance.now() - started) / 1_000;
}

/** Waits until so many jobs fulfil the condition; counts only the first of them. */
async function waitFor(client: Client, condition: string, count: 0 | 1): Promise<void> {
  const select = `select from pgboss.job where ${condition} limit 1`;
  while ((await client.query(select)).rowCount !== count) await sleep(pause);
}

async function expectNoDifference(client: Client, { book }: GmoSandbox, count: number) {
  const { rows } = await client.query<{ booked: number; differences: number }>(
    `select (select count(*)::int from ledger) as booked,
       (select count(*)::int from billing_differences) as differences`,
  );
  const { booked, differences } = rows[0] ?? { booked: 0, differences: 0 };
  if (booked !== count || book.charges.length !== count || differences > 0) {
    throw new Error(`${booked} booked, ${book.charges.length} charged, ${differences} differences`);
  }
}
