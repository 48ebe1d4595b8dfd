import { getUnreadCounts, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { confirmNotices, deleteNotice, listNotices } from "@toibako/contract/notices.ts";
import { readSendItems } from "@toibako/contract/outbox.ts";
import { beforeEach, expect, test } from "vitest";
import { replaceInKeyOrder } from "#platform/database/rewrite.ts";
import { transaction } from "#platform/database/transaction.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { type RewrittenTable, rewrittenTables } from "./job-definitions.ts";
import { unsealNotice } from "./policy.ts";

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

/**
 * Counts the rows and the transaction ids of a table, and compares the order of its rows with that of their
 * keys. `xmin` is the id of the transaction that wrote a row, `ctid` the row's place in the table.
 */
async function readStorageOrder(table: RewrittenTable) {
  const key = `${table}.${rewrittenTables[table].keyColumn}`;
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
  // Each of the three accounts has two read states.
  expect(count).toBe(6);
  expect(order).toEqual({ transactionCount: 1, isInKeyOrder: true });
});

test("NOTE-07 a request that marks nothing enqueues no rewriting", async () => {
  await yui.send(confirmNotices, {});
  await jobs.drain();
  await yui.send(confirmNotices, {});
  expect(await selectRewriteJobs()).toEqual([]);
});

test("SAFE-01 SAFE-02 VISIT-10 notices of answers have no owner, even if their recipient is an account", async () => {
  const visitor = site.openBrowser();
  await askAndAnswer(visitor, "kenta");
  await jobs.drain();
  await visitor.send(register, { body: { account: "haru", password, locale: "ja" } });
  expect((await visitor.send(getUnreadCounts, {})).data.send_items).toBe(1);
  const notices = await selectRows<{
    id: string;
    tag: Buffer;
    owner_key: Buffer | null;
    sealed: Buffer;
  }>("select id, tag, owner_key, sealed from notices");
  // Each notice's kind, and whether it has no owner.
  const kinds = notices.map((row) => [
    unsealNotice(site.services.secrets, row)?.kind,
    row.owner_key === null,
  ]);
  expect(kinds).toContainEqual(["new_answer", true]);
  expect(kinds).not.toContainEqual(["new_answer", false]);
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

test("SAFE-11 a backup during the rewriting job sees all rows, and a table that another transaction writes to is not rewritten", async () => {
  const count = async () => (await selectRows("select id from notices")).length;
  const before = await count();
  expect(await replaceInKeyOrder(services.db, "notices", "id")).toBe(true);
  expect(await count()).toBe(before);
  // PGlite has one connection, so no other transaction can write meanwhile.
  if (database.engine === "pglite") return;
  await transaction(services.db, async (db) => {
    const readSnapshot = () =>
      db.query<{ count: number }>("select count(*)::int as count from notices");
    await db.query("set transaction isolation level repeatable read");
    expect((await readSnapshot())[0]?.count).toBe(before);
    expect(await replaceInKeyOrder(services.db, "notices", "id")).toBe(true);
    expect((await readSnapshot())[0]?.count).toBe(before);
    await db.query("lock table notices in row exclusive mode");
    expect(await replaceInKeyOrder(services.db, "notices", "id")).toBe(false);
  });
});
