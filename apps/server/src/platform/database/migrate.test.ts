import { readdirSync } from "node:fs";
import { expect, inject, test, vi } from "vitest";
import { openEmptyDatabase, openTestDatabase } from "../testing/database.ts";
import type { Db } from "./db.ts";
import { migrate, migrations } from "./migrate.ts";

const onPostgres = inject("template").engine === "postgres";
const [firstSchema] = migrations;

const listRun = async (db: Db) =>
  (await db.query<{ name: string }>("select name from migrations order by name")).map(
    ({ name }) => name,
  );

/** The record of the migrations that the first schema replaced. */
async function recordFormerMigrations(db: Db, count: number) {
  await db.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null);
    insert into kysely_migration select 'former migration ' || n, '' from generate_series(2, ${count}) n;
    insert into kysely_migration values
      (${count === 38 ? "'20261126T1900-revoked-mail-links'" : "'20261120T2000-accounts'"}, '')`);
}

test("every file of a migration is registered, in the order of their names", () => {
  const files = readdirSync(new URL("../../migrations", import.meta.url));
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files.sort());
});

test("several processes that start at once run each migration once", async () => {
  const { db } = await openEmptyDatabase();
  await Promise.all(Array.from({ length: onPostgres ? 4 : 1 }, () => migrate(db)));
  expect(await listRun(db)).toEqual(migrations.map(({ name }) => name));
});

test("a start that has nothing to migrate needs no session, which a pooler may not keep", async () => {
  const { db } = await openTestDatabase();
  const session = vi.spyOn(db, "session");
  await migrate(db);
  expect(session).not.toHaveBeenCalled();
});

test("a migration that fails changes nothing and runs at the next start", async () => {
  const { db } = await openEmptyDatabase();
  const up = async (db: Db) => {
    await db.query("create table half_done (n int)");
    await db.query("select 1 / 0");
  };
  await expect(migrate(db, [{ name: "half", up }])).rejects.toThrow("the migration half failed");
  expect(await listRun(db)).toEqual([]);
  await migrate(db, [{ name: "half", up: (db) => db.query("create table half_done ()").then() }]);
  expect(await listRun(db)).toEqual(["half"]);
});

test("a migration outside of a transaction creates an index while others write, and repeats after it broke off", async () => {
  const { db } = await openEmptyDatabase();
  await db.query("create table numbers (n int)");
  let attempts = 0;
  const createIndex = {
    name: "index",
    isOutsideTransaction: true,
    up: async (db: Db) => {
      await db.query("drop index concurrently if exists numbers_index");
      await db.query("create index concurrently numbers_index on numbers (n)");
      if (++attempts === 1) throw new Error("the process ended");
    },
  };
  await expect(migrate(db, [createIndex])).rejects.toThrow("the migration index failed");
  // On PostgreSQL, the waiting processes must not delay the index.
  await Promise.all(Array.from({ length: onPostgres ? 3 : 1 }, () => migrate(db, [createIndex])));
  expect([attempts, await listRun(db)]).toEqual([2, ["index"]]);
  const valid = await db.query(
    "select indisvalid from pg_index where indexrelid = 'numbers_index'::regclass",
  );
  expect(valid).toEqual([{ indisvalid: true }]);
});

test("TALK-19 the words that staff have added to the list for messages become lines of it, and the previous release still reads them", async () => {
  const { db } = await openEmptyDatabase();
  const isEarlier = ({ name }: { name: string }) => name < "20261129T0930";
  await migrate(db, migrations.filter(isEarlier));
  await db.query(
    "insert into message_words (locale, word) values ('ja', 'い'), ('en', 'b'), ('ja', 'あ')",
  );
  await migrate(db);
  expect(
    await db.query("select list, locale, lines, version from word_lists order by locale"),
  ).toEqual([
    { list: "messages", locale: "en", lines: "b", version: 1 },
    { list: "messages", locale: "ja", lines: "い\nあ", version: 1 },
  ]);
  const words = await db.query<{ locale: string; word: string }>(
    "select locale, word from message_words order by pk",
  );
  expect(words.filter(({ locale }) => locale === "ja").map(({ word }) => word)).toEqual([
    "い",
    "あ",
  ]);
  expect(words).toHaveLength(3);
});

test("a database that has run all former migrations counts as having the first schema", async () => {
  const { db } = await openEmptyDatabase();
  await migrate(db);
  await db.query(`
    delete from migrations;
    insert into users (id, account, displaying_name, locale) values ('id', 'yui', 'Yui', 'ja');
    alter table sent_questions
      rename constraint sent_questions_question_pk_fkey to sent_questions_question_pk_fkey1`);
  await recordFormerMigrations(db, 38);
  const others = migrations.slice(1).map((migration) => ({ ...migration, up: async () => {} }));
  await migrate(db, [...migrations.slice(0, 1), ...others]);
  expect(await listRun(db)).toContain(firstSchema?.name);
  expect(await db.query("select account from users")).toEqual([{ account: "yui" }]);
  expect(await db.query("select to_regclass('kysely_migration') as record")).toEqual([
    { record: null },
  ]);
});

test("NOTE-11 an account from before messages gets the badge on their entry, unless it has it already", async () => {
  const { db } = await openEmptyDatabase();
  const name = "20261128T1110-talk-notices";
  await migrate(
    db,
    migrations.filter((migration) => migration.name < name),
  );
  await db.query(`
    insert into users (id, account, displaying_name, locale) values
      ('1', 'yui', 'Yui', 'ja'), ('2', 'kenta', 'Kenta', 'ja'), ('3', 'mei', 'Mei', 'ja');
    update users set left_at = now(), destroyed_at = now() where account = 'mei';
    insert into badges (uuid_hash, user_pk, keyword)
    select 'former', pk, 'nav_footer_message' from users where account = 'kenta'`);
  await migrate(db);
  const badges = await db.query(
    "select account, keyword, uuid_hash from badges join users on users.pk = user_pk order by account",
  );
  const keyword = "nav_footer_message";
  expect(badges).toEqual([
    { account: "kenta", keyword, uuid_hash: "former" },
    { account: "yui", keyword, uuid_hash: expect.stringMatching(/^[\w-]{22}$/) },
  ]);
});

test("a database that has run only some former migrations is refused with what to do", async () => {
  const { db } = await openEmptyDatabase();
  await recordFormerMigrations(db, 37);
  await expect(migrate(db)).rejects.toMatchObject({
    exitCode: 9,
    message: expect.stringMatching(/has run 37 of the 38 .* Start the release before it/),
  });
  expect(await db.query("select count(*)::int as n from kysely_migration")).toEqual([{ n: 37 }]);
});
