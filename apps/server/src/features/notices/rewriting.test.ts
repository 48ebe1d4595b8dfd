import { getUnreadCounts, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { confirmNotices } from "@toibako/contract/notices.ts";
import { readSendItems } from "@toibako/contract/outbox.ts";
import { beforeEach, expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";
import { type RewrittenTable, rewrittenTables } from "./job-definitions.ts";
import { unsealNotice } from "./policy.ts";

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
  return selectRows("select id from pgboss.job where name = 'rewrite_read_states'");
}

async function askAndAnswer(sender: typeof yui, receiver: keyof typeof people) {
  const question_id = await site.ask(sender, receiver, "元気？");
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

test("SAFE-01 NOTE-07 seeing notices and reading answers changes no row of theirs, and soon no transaction tells who looked", async () => {
  const before = await readPlaces("notices");
  await yui.send(confirmNotices, {});
  await kenta.send(readSendItems, {});
  expect(await readPlaces("notices")).toEqual(before);
  expect((await readPlaces("read_states")).transactions).toBeGreaterThan(1);
  expect(await selectRewriteJobs()).toHaveLength(1);

  await jobs.drain();
  const { count, ...places } = await readPlaces("read_states");
  expect(count).toBe(6);
  expect(places).toEqual({ transactions: 1, isInKeyOrder: true });
});

test("NOTE-07 a click that marks nothing enqueues no rewriting", async () => {
  await yui.send(confirmNotices, {});
  await jobs.drain();
  await yui.send(confirmNotices, {});
  expect(await selectRewriteJobs()).toEqual([]);
});

test("SAFE-01 SAFE-02 VISIT-10 notices of answers and unread answers name no owner, those of an account neither", async () => {
  const visitor = site.visitor();
  await askAndAnswer(visitor, "kenta");
  await jobs.drain();
  await visitor.send(register, { body: { account: "haru", password, locale: "ja" } });
  expect((await visitor.send(getUnreadCounts, {})).data.send_items).toBe(1);
  const owned = await selectRows<{
    id: string;
    tag: Buffer;
    owner_key: Buffer | null;
    sealed: Buffer;
  }>("select id, tag, owner_key, sealed from notices");
  const kinds = owned.map((row) => [
    unsealNotice(site.services.secrets, row)?.kind,
    row.owner_key === null,
  ]);
  expect(kinds).toContainEqual(["new_answer", true]);
  expect(kinds).not.toContainEqual(["new_answer", false]);
  const columns = await selectRows<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'unread_answers'",
  );
  expect(columns).toEqual([{ name: "tag" }]);
});
