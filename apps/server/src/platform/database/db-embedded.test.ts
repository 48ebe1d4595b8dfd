// Needs no test on PostgreSQL: it opens the embedded database.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { runWithin } from "../http/deadline.ts";
import { openEmbedded } from "./db-embedded.ts";
import { DatabaseTimeout } from "./db-errors.ts";
import { transaction } from "./transaction.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-embedded-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test("a first start creates an empty database in UTF-8 and UTC, with few buffers", async () => {
  // What is left of a start that was interrupted while it wrote the files.
  mkdirSync(join(DATA_DIR, "database.new"), { recursive: true });
  writeFileSync(join(DATA_DIR, "database.new", "PG_VERSION"), "1");
  const database = await openEmbedded(DATA_DIR);
  const { rows } = await database.executeSql(
    `select datname as name, pg_encoding_to_char(encoding) as encoding,
       current_setting('shared_buffers') as buffers, current_setting('TimeZone') as time_zone,
       (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations_count
     from pg_database where datname = current_database()`,
  );
  expect(rows).toMatchObject([
    { encoding: "UTF8", buffers: "16MB", time_zone: "UTC", relations_count: 0 },
  ]);
  await database.close();
  expect(existsSync(join(DATA_DIR, "database.new"))).toBe(false);
});

test("a named statement is planned once, and a text of five million characters arrives whole", async () => {
  const { db, close } = await openEmbedded(DATA_DIR);
  const text = "問".repeat(5_000_000);
  for (let n = 0; n < 2; n++) {
    const rows = await db.query("select $1 || $2::text as text", ["", text], "long_text");
    expect(rows).toEqual([{ text }]);
  }
  const prepared = await db.query("select name from pg_prepared_statements where not from_sql");
  expect(prepared).toEqual([{ name: "long_text" }]);
  await close();
});

test("a transaction whose time is over is rolled back, and the next one starts with a clean session", async () => {
  const { db, close } = await openEmbedded(DATA_DIR);
  await db.query("create table numbers (n int)");
  const insert = (on: typeof db, n: number) =>
    on.query("insert into numbers values ($1)", [n], "insert_number");
  const clock = vi.spyOn(performance, "now");
  const late = runWithin(60_000, () =>
    transaction(db, async (db) => {
      await insert(db, 1);
      clock.mockReturnValue(Number.POSITIVE_INFINITY);
      await insert(db, 2);
    }),
  );
  await expect(late).rejects.toBeInstanceOf(DatabaseTimeout);
  clock.mockRestore();
  await insert(db, 3);
  expect(await db.query("select n from numbers")).toEqual([{ n: 3 }]);
  await close();
});
