import { getUnreadCounts, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { confirmNotices, deleteNotice, listNotices } from "@toibako/contract/notices.ts";
import { readSendItems } from "@toibako/contract/outbox.ts";
import { beforeEach, expect, test } from "vitest";
import { rewriteInParts } from "#platform/database/rewrite.ts";
import { transaction } from "#platform/database/transaction.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { rewriteAllTables } from "./commands/rewriting.ts";

const site = await openSite();
const { services } = site;
const { database, jobs } = services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");
const people = { yui, kenta, mei };

async function selectRows<Row>(text: string): Promise<Row[]> {
  return (await database.executeSql(text)).rows as Row[];
}

const keyColumns = { notices: "id", read_states: "owner_key", blocks: "id" };

/**
 * Counts the rows and the transaction ids of a table, and compares the order of its rows with that of their
 * keys. `xmin` is the id of the transaction that wrote a row, `ctid` the row's place in the table.
 */
async function readStorageOrder(table: keyof typeof keyColumns) {
  const key = `${table}.${keyColumns[table]}`;
  const rows = await selectRows<{ xmin: string; position: number; rank: number }>(`
    select xmin::text, row_number() over (order by ctid)::int as position,
      row_number() over (order by ${key})::int as rank
    from ${table} order by ctid`);
  return {
    count: rows.length,
    transactionCount: new Set(rows.map(({ xmin }) => xmin)).size,
    isInKeyOrder: rows.every(({ position, rank }) => position === rank),
  };
}

function selectRewriteJobs() {
  return selectRows("select id from pgboss.job where name = 'rewrite_small_tables'");
}

async function askAndAnswer(sender: typeof yui, receiver: keyof typeof people) {
  const question_id = await site.askQuestion(sender, receiver, "元気？");
  // Sends the notice of the question; an answered question would get none.
  await jobs.drain();
  await people[receiver].send(postAnswer, { params: { question_id }, body: { text: "うん" } });
}

beforeEach(async () => {
  await askAndAnswer(yui, "kenta");
  await askAndAnswer(kenta, "mei");
  await askAndAnswer(mei, "yui");
  await jobs.drain();
});

test("SAFE-01 NOTE-07 marking notices and answers as seen changes none of their rows, and after the rewriting job no transaction id shows who has seen them", async () => {
  const before = await readStorageOrder("notices");
  await yui.send(confirmNotices, {});
  await kenta.send(readSendItems, {});
  expect(await readStorageOrder("notices")).toEqual(before);
  expect((await readStorageOrder("read_states")).transactionCount).toBeGreaterThan(1);
  expect(await selectRewriteJobs()).toHaveLength(1);

  await jobs.drain();
  const { count, ...order } = await readStorageOrder("read_states");
  expect(count).toBe(3);
  expect(order).toEqual({ transactionCount: 1, isInKeyOrder: true });
});

test("NOTE-07 a request that marks nothing enqueues no rewriting", async () => {
  await yui.send(confirmNotices, {});
  await jobs.drain();
  await yui.send(confirmNotices, {});
  expect(await selectRewriteJobs()).toEqual([]);
});

test("SAFE-01 SAFE-02 VISIT-10 a notice of an answer has no owner, even if its recipient is an account; a notice of a received question has", async () => {
  const visitor = site.openBrowser();
  await askAndAnswer(visitor, "kenta");
  await jobs.drain();
  await visitor.send(register, { body: { account: "haru", password, locale: "ja" } });
  expect((await visitor.send(getUnreadCounts, {})).data.send_items).toBe(1);
  const sealed = await selectRows<object>("select * from notices");
  expect(sealed.length).toBeGreaterThan(0);
  for (const row of sealed)
    expect(Object.keys(row).sort()).toEqual(["happened_on", "id", "sealed", "tag"]);
  const received = await selectRows<{ kind: string }>(
    "select distinct kind from received_notices order by kind",
  );
  expect(received).toEqual([{ kind: "new_question" }]);
});

test("SAFE-01 SAFE-02 every read state is sealed anew after a batch of notices, after marking notices and after deleting one, so that comparing two dumps of the table doesn't show whose state changed", async () => {
  const readStates = async () => {
    const rows = await selectRows<{ owner: string; sealed: string }>(
      "select encode(owner_key, 'hex') as owner, encode(sealed, 'hex') as sealed from read_states",
    );
    return new Map(rows.map(({ owner, sealed }) => [owner, sealed]));
  };
  const changes = [
    () => askAndAnswer(kenta, "mei"),
    () => kenta.send(confirmNotices, {}),
    () => kenta.send(readSendItems, {}),
    async () => {
      const [notice] = (await kenta.send(listNotices, {})).data.notices;
      await kenta.send(deleteNotice, { params: { id: notice?.id ?? "" } });
    },
  ];
  for (const change of changes) {
    const before = await readStates();
    await change();
    await jobs.drain();
    const after = await readStates();
    const unchanged = [...before].filter(([owner, sealed]) => after.get(owner) === sealed);
    expect(unchanged).toEqual([]);
  }
});

test("SAFE-02 a table that is moved in several parts keeps its rows, in parts that follow the random keys", async () => {
  const rows = 300;
  await database.executeSql(
    `insert into notices (id, tag, sealed, happened_on)
     select substr(md5('id' || n), 1, 22), decode(md5(n::text), 'hex'), '\\x00', current_date
     from generate_series(1, ${rows}) n`,
  );
  const readRows = () =>
    selectRows<{ id: string; xmin: string; sealed: string }>(
      "select id, xmin::text, sealed::text from notices order by id",
    );
  const before = await readRows();
  expect(await rewriteInParts(services.db, "notices", "id", 0, 40)).toBe(true);
  const after = await readRows();
  expect(after.map(({ id, sealed }) => [id, sealed])).toEqual(
    before.map(({ id, sealed }) => [id, sealed]),
  );
  // In the order of the keys, the rows of each transaction follow each other.
  const writers = after.map(({ xmin }) => xmin);
  const changes = writers.filter((xmin, index) => xmin !== writers[index - 1]);
  expect(changes.length).toBeGreaterThan(1);
  expect(new Set(changes).size).toBe(changes.length);
  expect(before.map(({ xmin }) => xmin)).not.toContain(writers[0]);
  await database.executeSql("delete from notices where sealed = '\\x00'");
});

test("SAFE-11 a backup during the rewriting sees all rows, and a table that another transaction writes to is not rewritten", async () => {
  const count = async () => (await selectRows("select id from notices")).length;
  const before = await count();
  expect(await rewriteInParts(services.db, "notices", "id")).toBe(true);
  expect(await count()).toBe(before);
  // PGlite has one connection, so no other transaction can write meanwhile.
  if (database.engine === "pglite") return;
  await transaction(services.db, async (db) => {
    const readSnapshot = () =>
      db.query<{ count: number }>("select count(*)::int as count from notices");
    await db.query("set transaction isolation level repeatable read");
    expect((await readSnapshot())[0]?.count).toBe(before);
    expect(await rewriteInParts(services.db, "notices", "id")).toBe(true);
    expect((await readSnapshot())[0]?.count).toBe(before);
    await db.query("lock table notices in row exclusive mode");
    expect(await rewriteInParts(services.db, "notices", "id", 0)).toBe(false);
  });
});

test("SAFE-02 TALK-31 after the daily rewriting, neither the order nor the transactions of blocks show when they were made", async () => {
  const accounts = Object.keys(people);
  for (const person of Object.values(people)) {
    for (const account of accounts) await person.send(postBlock, { body: { account } });
  }
  const count = accounts.length * (accounts.length - 1);
  expect(await readStorageOrder("blocks")).toMatchObject({ count, transactionCount: count });
  await rewriteAllTables(services.db, services.secrets);
  const after = await readStorageOrder("blocks");
  expect(after).toEqual({ count, transactionCount: 1, isInKeyOrder: true });
});
