import { postAnswer } from "@toibako/contract/answers.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { openTestDatabase } from "../testing/database.ts";
import { waitForLocks } from "../testing/locks.ts";
import { openSite } from "../testing/site.ts";
import { maxConnections, openPool } from "./db-pool.ts";
import { transaction } from "./transaction.ts";

const postgresTest = test.skipIf(inject("template").engine !== "postgres");

/** Opens a database whose own time zone is half an hour off the hours of UTC. */
async function openInKolkata(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`alter database ${name} set timezone = 'Asia/Kolkata'`);
  await client.end();
  return openPool(url);
}

const site = await openSite({ limit_factor: 1000 }, { database: openTestDatabase(openInKolkata) });
const { db, database } = site.services;
const yui = await site.registerPerson("yui");

postgresTest(
  "SAFE-11 while as many writers as there are connections wait for a lock, pages and lists are read and jobs run",
  async () => {
    const stored = await transaction(db, async (db) => {
      await db.query("select from users where account = 'yui' for update");
      const stored = Array.from({ length: maxConnections.write }, (_, n) =>
        yui.send(postNgWord, { body: { word: `word ${n}` } }),
      );
      await waitForLocks(db, maxConnections.write);
      const reads = [
        site.openBrowser().send(getUser, { params: { id: "yui" } }),
        yui.send(listReceivedItems, {}),
        site.openBrowser().sendRaw("GET", "/readyz"),
      ];
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await database.executeSql("select 1 as one")).rows).toEqual([{ one: 1 }]);
      // A function: promises themselves would be awaited before the transaction ends.
      return () => Promise.all(stored);
    });
    expect(new Set((await stored()).map(({ status }) => status))).toEqual(new Set([201]));
  },
);

postgresTest("no statement is compiled, which would take longer than running it", async () => {
  expect(await db.query("show jit")).toEqual([{ jit: "off" }]);
});

test("PRIV-02 hours and days are rounded in UTC, whatever the time zone of the database is", async () => {
  expect(await db.query("show timezone")).toEqual([{ TimeZone: "UTC" }]);
  const question_id = await site.askQuestion(site.openBrowser(), "yui", "何時？");
  await yui.send(postAnswer, { params: { question_id }, body: { text: "三時" } });
  const rows = await db.query(
    `select extract(minute from changed_hour at time zone 'UTC')::int as minute,
      extract(minute from asked_hour at time zone 'UTC')::int as asked
    from questions where uuid_hash = $1`,
    [question_id],
  );
  expect(rows).toEqual([{ minute: 0, asked: 0 }]);
});
