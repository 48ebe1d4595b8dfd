import { register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { confirmNotices } from "@toibako/contract/notices.ts";
import { beforeEach, expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";
import { type RewrittenTable, rewrittenTables } from "./job-definitions.ts";

const site = await openSite();
const { database, jobs } = site.services;
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const mei = await site.person("mei");
const people = { yui, kenta, mei };

async function selectRows<Row>(text: string): Promise<Row[]> {
  return (await database.executeSql(text)).rows as Row[];
}

/** The transaction numbers and the keys of a table's rows, in the order of a dump. */
async function readPlaces(table: RewrittenTable) {
  const key = `${table}.${rewrittenTables[table]}`;
  const rows = await selectRows<{ xmin: string; place: number; rank: number }>(`
    select xmin::text, row_number() over (order by ctid)::int as place,
      row_number() over (order by ${key})::int as rank
    from ${table} order by ctid`);
  return {
    count: rows.length,
    transactions: new Set(rows.map(({ xmin }) => xmin)).size,
    isInKeyOrder: rows.every(({ place, rank }) => place === rank),
  };
}

function selectRewriteJobs() {
  return selectRows<{ table_name: string }>(
    "select data->>'table_name' as table_name from pgboss.job where name = 'rewrite_table'",
  );
}

async function askAndAnswer(asker: typeof yui, receiver: keyof typeof people) {
  const question_id = await site.ask(asker, receiver, "元気？");
  // The receiver gets no notice of a question that is already answered.
  await jobs.drain();
  await people[receiver].send(postAnswer, { params: { question_id }, body: { text: "うん" } });
}

beforeEach(async () => {
  await askAndAnswer(yui, "kenta");
  await askAndAnswer(kenta, "mei");
  await askAndAnswer(mei, "yui");
  await jobs.drain();
});

test("SAFE-01 NOTE-07 after the next batch no transaction tells which notices one click marked as seen", async () => {
  await yui.send(confirmNotices, {});
  await kenta.send(confirmNotices, {});
  // Each owner's rows have a transaction number of their own, and those of a person are neighbours.
  expect((await readPlaces("notices")).transactions).toBe(5);
  expect(await selectRewriteJobs()).toEqual([{ table_name: "notices" }]);

  await jobs.drain();
  const { count, ...places } = await readPlaces("notices");
  expect(count).toBe(6);
  expect(places).toEqual({ transactions: 1, isInKeyOrder: true });
  const seen = await selectRows("select id from notices where is_seen");
  expect(seen.length).toBe(4);
});

test("NOTE-07 a click that marks nothing enqueues no rewriting", async () => {
  await yui.send(confirmNotices, {});
  await jobs.drain();
  await yui.send(confirmNotices, {});
  expect(await selectRewriteJobs()).toEqual([]);
});

test("SAFE-01 VISIT-10 after the next batch no transaction tells which unread answers an account adopted", async () => {
  const visitors = [site.visitor(), site.visitor(), site.visitor()];
  for (const visitor of visitors) {
    await askAndAnswer(visitor, "kenta");
    await askAndAnswer(visitor, "mei");
  }
  await jobs.drain();
  const body = { account: "haru", password, locale: "ja" } as const;
  await visitors[1]?.send(register, { body });
  expect((await readPlaces("unread_answers")).transactions).toBe(2);
  expect(await selectRewriteJobs()).toEqual([{ table_name: "unread_answers" }]);

  await jobs.drain();
  const { count, ...places } = await readPlaces("unread_answers");
  expect(count).toBeGreaterThan(5);
  expect(places).toEqual({ transactions: 1, isInKeyOrder: true });
});
