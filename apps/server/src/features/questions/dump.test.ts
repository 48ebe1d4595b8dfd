import { join } from "node:path";
import { Redis } from "ioredis";
import { PgBoss } from "pg-boss";
import { beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/observability/log.ts";
import { Crowd } from "#platform/testing/crowd.ts";
import {
  type DumpRow,
  dumpFolder,
  dumpRedis,
  dumpTables,
  listFileTimes,
  listRedisExpiries,
} from "#platform/testing/dump.ts";
import {
  findExactTimes,
  findNamedSenders,
  findSendersBesideReceivers,
  findSharedTraits,
} from "#platform/testing/linkage.ts";
import { openSite } from "#platform/testing/site.ts";
import { findUnlistedTimes } from "#platform/testing/time-columns.ts";
import { createNoticeJobs } from "../notices/jobs.ts";
import { stopSender } from "../staff/commands/stop-sender.ts";

/** One of the Redis databases 1 to 13, which only this test file uses, so that it contains no other values. */
const redis_url =
  process.env.REDIS_URL && formatDatabaseUrl(process.env.REDIS_URL, 1 + (process.pid % 13));

function formatDatabaseUrl(url: string, number: number): string {
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${number}`;
  return databaseUrl.href;
}

if (redis_url) {
  const redis = new Redis(redis_url);
  await redis.flushdb();
  await redis.quit();
}

const logLines: string[] = [];
const site = await openSite(
  // The limits are so high that they count every request and refuse none. The files are read in their folder.
  { trust_proxy: ["127.0.0.1"], limit_factor: 100_000, redis_url, s3: undefined },
  { log: createLogger("debug", { write: (line: string) => void logLines.push(line) }) },
);
const { database, config } = site.services;
const crowd = new Crowd(site);
let rows: DumpRow[];

/** Lets queued jobs of several kinds fail until they are no longer retried. */
async function failJobs() {
  const boss = new PgBoss({
    db: { executeSql: database.executeSql },
    ...(database.engine === "pglite" && { backend: "pglite" as const }),
  });
  await boss.start();
  const error = { name: "Error", message: "something broke", stack: "at run (jobs.ts)" };
  // After six failures, a job isn't retried and has the state `failed`; after two, it has the state `retry`.
  for (const [name, times] of [
    ["send_question_notice", 6],
    ["send_answer_notices", 6],
    ["draw_card", 2],
  ] as const) {
    for (let tries = 0; tries < times; tries++) {
      const jobs = await boss.fetch(name, { batchSize: 1_000, ignoreStartAfter: true });
      await boss.fail(
        name,
        jobs.map(({ id }) => id),
        error,
      );
    }
  }
  await boss.stop({ graceful: false });
}

/** Lets staff stop the senders of some reported questions. */
async function stopSenders() {
  const { rows: reported } = await database.executeSql(
    "select pk from cases where kind = 'question' order by id limit 6",
  );
  // Each decision is a transaction of its own.
  for (const { pk } of reported as { pk: number }[]) {
    const { rows: decided } = await database.executeSql(
      "insert into case_actions (case_pk, kind) values ($1, 'stop_sender') returning id",
      [pk],
    );
    for (const { id } of decided as { id: string }[]) await stopSender(site.services, id);
  }
}

beforeAll(async () => {
  await crowd.simulate();
  await stopSenders();
  await failJobs();
  await crowd.askAgain();
  rows = await dumpTables(database);
}, 120_000);

test("SAFE-01 the dump contains a row of every table, job state and status that the checks read", () => {
  const tables = new Set(rows.map(({ table }) => table));
  const expected =
    "users questions community_questions community_members answers sent_questions sealed_senders notices received_notices read_states batons blocks reports answer_likes like_toggles follows adopted_visitors sessions ng_words conversations participants messages talks started_talks talk_reports cases stopped_senders";
  for (const table of expected.split(" ")) expect(tables).toContain(`public.${table}`);
  const states = rows.flatMap(({ cells }) =>
    cells.flatMap(({ column, shortValue }) =>
      column === "state" && shortValue ? [shortValue] : [],
    ),
  );
  expect(new Set(states)).toEqual(new Set(["created", "retry", "failed"]));
  const statuses = rows
    .filter(({ table }) => table === "public.questions")
    .flatMap(({ cells }) =>
      cells.flatMap(({ column, shortValue }) => (column === "status" ? [shortValue] : [])),
    );
  expect(new Set(statuses)).toEqual(
    new Set(["unread", "confirmed", "hidden", "held", "reported", "dropped", "shown", "deleted"]),
  );
  expect(crowd.questions.length).toBeGreaterThan(400);
  expect(crowd.talks.length).toBeGreaterThan(70);
});

test("SAFE-01 no value that two rows share links a question to its sender", () => {
  expect(findNamedSenders(rows, crowd.questions)).toEqual([]);
});

test("SAFE-01 no row, not even a block, names both the sender and the receiver of a question", () => {
  expect(findSendersBesideReceivers(rows, crowd.questions)).toEqual([]);
});

test("SAFE-02 questions of one sender to different receivers have no value in common that other questions lack", () => {
  expect(findSharedTraits(rows, crowd.questions)).toEqual([]);
});

test("TALK-31 SAFE-01 no value and no row links a talk to its anonymous starter, who may have blocked its receiver", () => {
  expect(findNamedSenders(rows, crowd.talks)).toEqual([]);
  expect(findSendersBesideReceivers(rows, crowd.talks)).toEqual([]);
});

test("TALK-31 SAFE-02 talks of one starter have no value in common that other talks lack", () => {
  expect(findSharedTraits(rows, crowd.talks)).toEqual([]);
});

test("TALK-31 SAFE-03 times beside a talk are those that both see, the minutes of messages", () => {
  expect([...new Set(findExactTimes(rows, crowd.talks))]).toEqual([]);
});

test("SAFE-02 the keys of questions have random gaps, which hide the gaps of failed inserts", async () => {
  const {
    rows: [row],
  } = await database.executeSql(`
    select (select max(pk) from questions) - (select count(*) from sent_questions) as skipped`);
  // About an eighth of more than 400 questions skip a key.
  expect(Number((row as { skipped: unknown }).skipped)).toBeGreaterThan(10);
});

test("SAFE-03 no row about a question and no queued job contains a time more exact than the hour", () => {
  expect([...new Set(findExactTimes(rows, crowd.questions))]).toEqual([]);
});

test("SAFE-01 SAFE-02 Redis contains no value of the database and no name of a person", async () => {
  if (!redis_url) return;
  const entries = await dumpRedis(redis_url);
  expect(entries.length).toBeGreaterThan(100);
  expectNoTokens(listSecretTokens(), entries);
});

test("SAFE-03 every column of a time is as exact as it may be", async () => {
  expect(await findUnlistedTimes(database)).toEqual([]);
  await database.executeSql("create table made_up (seen_at timestamptz)");
  expect(await findUnlistedTimes(database)).toEqual(["made_up.seen_at is not listed"]);
  await database.executeSql("drop table made_up");
});

test("SAFE-03 counters in Redis expire at the full minute, whenever they were first counted", async () => {
  if (!redis_url) return;
  const expiries = await listRedisExpiries(redis_url);
  expect(expiries.length).toBeGreaterThan(100);
  expect(expiries.filter((expiry) => expiry % 60_000 !== 0)).toEqual([]);
});

test("SAFE-03 files and folders have the hour as their time", async () => {
  const [first = ""] = crowd.questions.map(({ uuid_hash }) => uuid_hash);
  await site.openBrowser().sendRaw("GET", `/cards/questions/${first}.png`);
  await site.services.storage.list("cards/questions");
  const files = listFileTimes(join(config.data_dir, "storage"));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ times }) => times.some((time) => time.getTime() % 3_600_000 > 0))).toEqual(
    [],
  );
});

test("SAFE-01 the log names no person and no question", () => {
  expectNoTokens(listSecretTokens(), logLines);
});

test("SAFE-01 SAFE-03 the data folder names nobody, and contains no file of a question without an answer", async () => {
  const { rows: unanswered } = await database.executeSql(
    "select uuid_hash from questions where not is_answered",
  );
  const files = dumpFolder(config.data_dir);
  const ids = (unanswered as { uuid_hash: string }[]).map(({ uuid_hash }) => uuid_hash);
  expect(ids.length).toBeGreaterThan(100);
  const people = crowd.people
    .flatMap(({ identifyingTokens }) => [...identifyingTokens])
    .filter(isSecret);
  expectNoTokens([...ids.map((id) => `text ${id}`), ...people], files);
});

/** Whether a token must not appear in files. The handles of accounts may, because they are public. */
const isSecret = (token: string) => !/^text person_\d\d$|^text former_visitor_\d\d$/.test(token);

/** Lists the tokens that identify people or questions, and every hash and id in the database. */
function listSecretTokens(): string[] {
  const stored = rows
    .filter(({ table }) => table.startsWith("public."))
    .flatMap(({ cells }) => cells.flatMap(({ token }) => token ?? []))
    .filter((token) => /^bytes |^text [\w-]{22}$/.test(token));
  return [
    ...new Set([
      ...stored,
      ...crowd.people.flatMap(({ identifyingTokens }) => [...identifyingTokens]),
    ]),
  ];
}

function expectNoTokens(tokens: readonly string[], texts: readonly string[]) {
  const joined = texts.join("\n");
  const foundTokens = tokens.filter((token) =>
    listWrittenForms(token).some((form) => joined.includes(form)),
  );
  expect(foundTokens).toEqual([]);
}

/** Lists the forms in which the log, Redis or a file could contain a value of the database. */
function listWrittenForms(token: string): string[] {
  // A token is a kind and a value, such as `text Yui` or `bytes 0a1b`.
  const [, kind, value = ""] = /^(\w+) (.*)$/s.exec(token) ?? [];
  if (kind === "key" || value === "") return [];
  if (kind === "text") return [value];
  const bytes = Buffer.from(value, "hex");
  return [value, bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("latin1")];
}

/** Lists the positions of the notices of answers in a dump, in the order in which the answers were given. */
async function listNoticePositions(dump: readonly DumpRow[]): Promise<number[]> {
  const { secrets } = site.services;
  const { rows: answered } = await database.executeSql(
    "select q.uuid_hash from answers a join questions q on q.pk = a.question_pk order by a.pk",
  );
  const { rows: users } = await database.executeSql("select pk from users");
  const identities = (users as { pk: unknown }[]).map(({ pk }) =>
    secrets.deriveAccountIdentity(Number(pk)),
  );
  const positionOf = new Map(
    dump
      .filter(({ table }) => table === "public.notices")
      .flatMap(({ cells, position }) => cells.map(({ token }) => [token, position])),
  );
  return (answered as { uuid_hash: string }[]).flatMap(({ uuid_hash }) =>
    identities.flatMap((identity) => {
      const tag = secrets.deriveNoticeTag(identity, "new_answer", uuid_hash).toString("hex");
      return positionOf.get(`bytes ${tag}`) ?? [];
    }),
  );
}

/** Spearman's rank correlation: 1 for ascending numbers, -1 for descending ones, about 0 for random ones. */
function computeCorrelation(positions: readonly number[]): number {
  const sorted = [...positions].sort((a, b) => a - b);
  const count = positions.length;
  let distance = 0;
  for (const [index, position] of positions.entries()) {
    distance += (sorted.indexOf(position) - index) ** 2;
  }
  return 1 - (6 * distance) / (count * (count * count - 1));
}

/** Five standard deviations of the correlation that random orders of `count` rows have. */
const maxRandomCorrelation = (count: number) => 5 / Math.sqrt(count);

test("SAFE-02 within a batch, senders are notified in random order", async () => {
  const positions = await listNoticePositions(rows);
  expect(positions.length).toBeGreaterThan(40);
  const correlation = computeCorrelation(positions);
  expect(Math.abs(correlation)).toBeLessThan(maxRandomCorrelation(positions.length));
  expect(computeCorrelation([...positions].sort((a, b) => a - b))).toBe(1);
});

test("SAFE-02 after the daily job neither row order nor transaction ids show when senders were notified", async () => {
  await crowd.drainJobs();
  const rewrite = createNoticeJobs(site.services, site.app.openCounter).find(
    ({ definition }) => definition.name === "rewrite_all_tables",
  );
  if (rewrite === undefined) throw new Error("the daily job is missing");
  await rewrite.run([{}]);
  const rewritten = await dumpTables(database);
  for (const [table, column] of [
    ["notices", "id"],
    ["read_states", "owner_key"],
  ] as const) {
    const tableRows = rewritten.filter((row) => row.table === `public.${table}`);
    const inKeyOrder = tableRows
      .map(({ xmin, cells }) => ({
        xmin,
        key: cells.find((cell) => cell.column === column)?.token ?? "",
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(inKeyOrder.length).toBeGreaterThan(20);
    // Each transaction has written rows whose random keys follow each other.
    const writers = inKeyOrder.map(({ xmin }) => xmin);
    const changes = writers.filter((xmin, index) => xmin !== writers[index - 1]);
    expect(new Set(changes).size).toBe(changes.length);
    expect(changes.length).toBeLessThan(writers.length / 10);
  }
  const positions = await listNoticePositions(rewritten);
  const correlation = computeCorrelation(positions);
  expect(Math.abs(correlation)).toBeLessThan(maxRandomCorrelation(positions.length));
});

/** Returns the dump with an invented table that has a row for each question. */
function addRows(
  table: string,
  createCells: (index: number) => DumpRow["cells"][number][],
): DumpRow[] {
  const added = crowd.questions.map((_, index): DumpRow => {
    const cells = createCells(index);
    return { table: `public.${table}`, position: index, xmin: `made ${index}`, cells };
  });
  return [...rows, ...added];
}

const createCell = (column: string, token: string | undefined, more = {}) => ({
  column,
  token,
  shortValue: undefined,
  isNull: false,
  length: undefined,
  isExactTime: false,
  ...more,
});
const createSubjectCell = (index: number) =>
  createCell("subject", `text ${crowd.questions[index]?.uuid_hash}`);
const getSender = (index: number) => crowd.questions[index]?.sender ?? "";

test("SAFE-01 SAFE-02 the checks find the links to senders that an earlier schema contained", () => {
  const shared = addRows("old_sent_questions", (index) => [
    createSubjectCell(index),
    createCell("sender_key", `bytes of ${getSender(index)}`),
  ]);
  expect(findSharedTraits(shared, crowd.questions).length).toBeGreaterThan(40);
  const [first] = crowd.people;
  const named = [
    ...shared,
    {
      table: "public.old_notices",
      position: 0,
      xmin: "made",
      cells: [
        createCell("owner_key", `bytes of ${first?.name}`),
        createCell(
          "user_pk",
          [...(first?.identifyingTokens ?? [])].find((token) => token.startsWith("key ")),
        ),
      ],
    },
  ];
  expect(findNamedSenders(named, crowd.questions).length).toBeGreaterThan(0);
});

test("SAFE-02 SAFE-03 the checks find revealing lengths, missing values, transactions and times", () => {
  const names = crowd.people.map(({ name }) => name);
  const length = addRows("lengths", (index) => [
    createSubjectCell(index),
    createCell("sender", undefined, { length: 40 + names.indexOf(getSender(index)) }),
  ]);
  expect(findSharedTraits(length, crowd.questions).length).toBeGreaterThan(40);
  const gap = addRows("gaps", (index) => [
    createSubjectCell(index),
    createCell("address", undefined, { isNull: getSender(index) === names[0] }),
  ]);
  expect(findSharedTraits(gap, crowd.questions)).toHaveLength(1);
  const writtenAtOnce = addRows("visitors", (index) => [createSubjectCell(index)]).map((row) =>
    row.table === "public.visitors" ? { ...row, xmin: `by ${getSender(row.position)}` } : row,
  );
  expect(findSharedTraits(writtenAtOnce, crowd.questions).length).toBeGreaterThan(40);
  const time = addRows("times", (index) => [
    createSubjectCell(index),
    createCell("at", undefined, { isExactTime: true }),
  ]);
  expect(new Set(findExactTimes(time, crowd.questions))).toEqual(new Set(["public.times.at"]));
});
