import { setTimeout as sleep } from "node:timers/promises";
import { type GmoSandbox, startGmo, testCard } from "@toibako/sandbox/gmo.ts";
import type { Request } from "autocannon";
import { Client } from "pg";
import { type Bench, sendRequest } from "../bench.ts";
import { computeMedian } from "../load.ts";
import { type BenchProcess, startServer } from "../process.ts";
import { atLeast, atMost, createFigure, lessIsBetter, mergeTurns, type Row } from "../report.ts";
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
 * a second, the seconds of reconciliation, and how much longer a page takes meanwhile.
 */
export async function measureMoney({ large, size, targets }: Bench): Promise<Row[]> {
  const subscribers = size.isFull ? 10_000 : 20;
  const sandbox = await startGmo(0, { isAuthenticating: false });
  const client = new Client({ connectionString: large });
  await client.connect();
  await plantSubscribers(client, sandbox, subscribers);
  const server = await startServer(large, { ROLE: "all", ...seller, ...sandbox.environment });
  const [page] = requests.createProfilePageRequests(targets, requests.asReturningVisitor);
  try {
    await probe(server, page, sleep(size.seconds * 1_000));
    const quiet = await probe(server, page, sleep(size.seconds * 1_000));
    let renewing = { seconds: Number.NaN, rate: Number.NaN };
    const whileRenewing = await probe(
      server,
      page,
      renewAll(client, subscribers).then((result) => {
        renewing = result;
      }),
    );
    await waitFor(
      client,
      "select from pgboss.job where name in ('send_payment_notice', 'send_receipt') limit 1",
      0,
    );
    let seconds = Number.NaN;
    const whileReconciling = await probe(
      server,
      page,
      runJob(client, "reconcile_payments").then((result) => {
        seconds = result;
      }),
    );
    await expectNoDifference(client, sandbox, subscribers);
    const delay = (times: number[]) => computeMedian(times) - computeMedian(quiet);
    const slowDelay = findSlow(whileRenewing) - findSlow(quiet);
    return mergeTurns([
      [
        createFigure("renewals due at once, a second", renewing.rate, atLeast(50)),
        createFigure("page during renewals, later by", delay(whileRenewing), atMost(50, " ms")),
        createFigure("slowest 1 % of them, later by", slowDelay, lessIsBetter(" ms")),
        createFigure("reconciliation of as many", seconds, atMost(60, " s")),
        createFigure("page meanwhile, later by", delay(whileReconciling), lessIsBetter(" ms")),
      ],
    ]);
  } finally {
    await Promise.all([server.stop(), client.end()]);
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

/** Requests a page again and again until `work` has ended; returns the milliseconds of each reply. */
async function probe(server: BenchProcess, page: Request | undefined, work: Promise<unknown>) {
  if (!page) throw new Error("there is no page");
  const times: number[] = [];
  let isRunning = true;
  const ended = work.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const started = performance.now();
    await sendRequest(server, page);
    times.push(performance.now() - started);
    await sleep(pause);
  }
  await ended;
  return times;
}

/** The time that 99 % of the pages don't exceed. */
const findSlow = (times: readonly number[]): number =>
  times.toSorted((one, two) => one - two)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** Enqueues a scheduled job, and returns the seconds from its start to its end. */
async function runJob(client: Client, name: string): Promise<number> {
  await client.query("insert into pgboss.job (name) values ($1) on conflict do nothing", [name]);
  const select = `select from pgboss.job where name = '${name}' and state`;
  await waitFor(client, `${select} = 'active'`, 1);
  const started = performance.now();
  await waitFor(client, `${select} in ('created', 'retry', 'active')`, 0);
  return (performance.now() - started) / 1_000;
}

async function renewAll(client: Client, count: number) {
  const seconds = await runJob(client, "renew_subscriptions");
  return { seconds, rate: count / seconds };
}

/** Waits until a query returns so many rows. */
async function waitFor(client: Client, query: string, count: number): Promise<void> {
  while ((await client.query(query)).rowCount !== count) await sleep(pause);
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
