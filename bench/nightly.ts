// DATABASE_URL=… node bench/nightly.ts [people]: runs every scheduled job at once on a data set of this size (200,000 by
// default) while clients send requests. Prints how long each job and the slowest requests took, and the longest waits for
// a lock. Fills the database at DATABASE_URL if it is empty.
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Request } from "autocannon";
import { Client } from "pg";
import { emptyReadState, sealReadState } from "../apps/server/src/features/notices/policy.ts";
import { createSecrets } from "../apps/server/src/platform/identity/secrets.ts";
import { sendRequest } from "./bench.ts";
import { generateData } from "./generate.ts";
import { computeMedian } from "./load.ts";
import { secretKey } from "./people.ts";
import { type BenchProcess, startServer } from "./process.ts";
import * as requests from "./requests.ts";

const url = process.env.DATABASE_URL ?? "";
const people = Number(process.argv[2] ?? 200_000);
/** Indexing the names of all people, which have none yet, takes longer. */
const maxSeconds = 300;
/** The jobs of a clean-up find this part of the people's rows. */
const expiredShare = 0.25;

const database = new Client({ connectionString: url });
await database.connect();

async function fillDatabase(): Promise<void> {
  const { rows } = await database.query("select from pg_tables where tablename = 'users'");
  if (rows.length > 0) return;
  console.log("Filling the database …");
  const size = { people, visitors: people / 2, answers: 2 * people, unread: people, likes: 2 };
  await generateData(url, { ...size, hidden: people / 4 });
  for (const statement of insertNightlyRows) await database.query(statement, [people]);
  await insertReadStates();
  await database.query("vacuum analyze");
}

/** $1: the number of people. */
const insertNightlyRows = [
  `insert into notices (id, tag, sealed, happened_on)
   select id, sha256(id::bytea), substr(sha512(id::bytea) || sha512(id::bytea), 1, 120),
     current_date - (row_number() over () % 120)::int
   from (select left(md5(n::text), 22) as id from generate_series(1, $1::int) n) as given order by id`,
  `insert into received_notices
     (id, user_pk, kind, subject, count, urn, is_seen, happened_hour, written_hour)
   select left(md5(n::text), 22), 1 + n % $1::int, 'new_question', n::text, 1, '/q/a', false,
     now() - n % 120 * interval '1 day', now()
   from generate_series(1, 3 * $1::int) n`,
  `insert into follows (follower_pk, followed_pk)
   select 1 + n % $1::int, 1 + (n * 7919::bigint) % $1::int from generate_series(1, 5 * $1::int) n
   where n % $1::int <> (n * 7919::bigint) % $1::int on conflict do nothing`,
  "update users set active_on = current_date where pk <= $1::int",
  `insert into community_members (community_pk, user_pk, place)
   select 1 + user_pk % (select count(*) from communities), user_pk, 1
   from generate_series(1, $1::int) user_pk`,
  `insert into questions (uuid_hash, community_pk, status, body, locale, asked_hour)
   select left(md5('community' || n), 22), 1 + n % (select count(*) from communities), 'shown', 'a', 'ja', now()
   from generate_series(1, ($1::int / 100)) n`,
  `insert into community_questions (question_pk, community_pk, locale, asked_hour, random_order)
   select pk, community_pk, locale, asked_hour, pk from questions where status = 'shown' and $1::int > 0`,
  `update questions set changed_hour = now() - interval '40 days' where status = 'hidden' and $1::int > 0`,
  `insert into sessions (token_hash, browser_id, user_pk, expires_at)
   select sha256(n::text::bytea), gen_random_uuid(), n, now() - interval '1 day'
   from generate_series(1, (${expiredShare} * $1::int)::int) n`,
  `insert into like_toggles (tag, answer_id, toggle_type, made_hour)
   select sha256(n::text::bytea), 'a', 'none', now() - interval '30 days'
   from generate_series(1, (${expiredShare} * $1::int)::int) n`,
  `update sealed_senders set sealed_on = current_date - 400
   where question_pk % (1 / ${expiredShare})::int = 0 and $1::int > 0`,
  `update users set left_at = now() - interval '60 days' where pk > 400 and pk % 100 = 0 and $1::int > 0`,
];

async function insertReadStates(): Promise<void> {
  const secrets = createSecrets(Buffer.from(secretKey));
  const rowsOfStatement = 5_000;
  for (let inserted = 0; inserted < people; inserted += rowsOfStatement) {
    const keys = Array.from({ length: rowsOfStatement }, () => randomBytes(32));
    const sealed = keys.map((key) => sealReadState(secrets, key, emptyReadState));
    const insert = "insert into read_states select * from unnest($1::bytea[], $2::bytea[])";
    await database.query(insert, [keys, sealed]);
  }
}

/** Sends the requests one after the other until `isOver`; returns the milliseconds of those sent while jobs ran. */
async function runClient(
  target: BenchProcess,
  sent: readonly Request[],
  isOver: () => boolean,
): Promise<{ milliseconds: number[]; refusals: string[] }> {
  const milliseconds: number[] = [];
  const refusals: string[] = [];
  for (let n = 0; !isOver(); n = (n + 1) % sent.length) {
    const started = performance.now();
    await sendRequest(target, sent[n] as Request).catch((error) => refusals.push(String(error)));
    // The first requests open connections and compile code.
    if (areJobsRunning) milliseconds.push(performance.now() - started);
    // Leaves most of the processor to the jobs, so that a request is slow only if it waits.
    await setTimeout(50);
  }
  return { milliseconds, refusals };
}

/** Looks for waiting transactions until `isOver`; returns the longest wait of each statement in milliseconds. */
async function watchLocks(isOver: () => boolean): Promise<Map<string, number>> {
  const watcher = new Client({ connectionString: url });
  await watcher.connect();
  const waits = new Map<string, number>();
  while (!isOver()) {
    const { rows } = await watcher.query<{ query: string; waited: number }>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as query,
         (extract(epoch from clock_timestamp() - waitstart) * 1000)::float as waited
       from pg_locks join pg_stat_activity using (pid) where not granted and waitstart is not null`,
    );
    for (const { query, waited } of rows) waits.set(query, Math.max(waits.get(query) ?? 0, waited));
    await setTimeout(20);
  }
  await watcher.end();
  return waits;
}

/** Enqueues each scheduled job; prints when each ends, and resolves when all have ended or the time is over. */
async function runScheduledJobs(): Promise<void> {
  const { rows } = await database.query<{ name: string }>("select name from pgboss.schedule");
  const waiting = new Set(rows.map(({ name }) => name));
  const startedAt = performance.now();
  await database.query(
    "insert into pgboss.job (name, data, expire_seconds) select unnest($1::text[]), '{}', 21600",
    [[...waiting]],
  );
  const passedSeconds = () => (performance.now() - startedAt) / 1_000;
  while (waiting.size > 0 && passedSeconds() < maxSeconds) {
    await setTimeout(500);
    const open = await database.query<{ name: string }>(
      "select distinct name from pgboss.job where name = any($1) and state < 'completed'",
      [[...waiting]],
    );
    const openNames = new Set(open.rows.map(({ name }) => name));
    for (const name of [...waiting].filter((name) => !openNames.has(name))) {
      waiting.delete(name);
      console.log(`${name}: ${passedSeconds().toFixed(1)} s`);
    }
  }
  for (const name of waiting) console.log(`${name}: still running after ${maxSeconds} s`);
}

await fillDatabase();
const server = await startServer(url);
const worker = await startServer(url, { ROLE: "worker" });
const targets = await requests.selectTargets(url);
const inbox = requests.createInboxRequests();
const loads: Record<string, Request[]> = {
  page: requests.createProfilePageRequests(targets, requests.asSignedInAccount, people),
  list: requests.createListRequests(targets),
  inbox,
  notices: inbox.map((sent) => ({ ...sent, path: "/api/v2/me/notices" })),
  question: requests.createAskRequests(targets, requests.asSignedInAccount),
  like: requests.createLikeRequests(targets, requests.asSignedInAccount),
  seen: inbox.map((sent) => ({ ...sent, method: "PUT", path: "/api/v2/me/notices/confirm" })),
};
let areJobsRunning = false;
let isOver = false;
const clients = Object.entries(loads).map(async ([kind, sent]) => {
  return { kind, ...(await runClient(server, sent, () => isOver)) };
});
const watching = watchLocks(() => isOver);
await setTimeout(10_000);
areJobsRunning = true;
await runScheduledJobs();
isOver = true;
for (const { kind, milliseconds, refusals } of await Promise.all(clients)) {
  const slow = milliseconds.filter((time) => time > 500);
  const [median, slowest] = [computeMedian(milliseconds), Math.max(...milliseconds)].map(
    Math.round,
  );
  console.log(
    `${kind}: ${milliseconds.length} requests, median ${median} ms, slowest ${slowest} ms, ${slow.length} over 500 ms, ${refusals.length} refused ${refusals[0] ?? ""}`,
  );
}
for (const [query, waited] of [...(await watching)].sort(([, a], [, b]) => b - a).slice(0, 15))
  console.log(`waited ${waited.toFixed(0)} ms for a lock: ${query}`);
await Promise.all([server.stop(), worker.stop(), database.end()]);
