import { expect, inject, test } from "vitest";
import { openEmptyDatabase } from "../testing/database.ts";
import { maxConnections } from "./db-pool.ts";
import { transaction } from "./transaction.ts";

const { db, executeSql } = await openEmptyDatabase();
await db.query("create table numbers (n int check (n > 0))");
const insert = "insert into numbers values ($1)";
const listNumbers = async () =>
  (await db.query<{ n: number }>("select n from numbers order by n")).map(({ n }) => n);

test("a transaction stores everything, or nothing after an error", async () => {
  await transaction(db, async (db) => {
    await db.query(insert, [1]);
    await db.query(insert, [2]);
  });
  const failing = transaction(db, async (db) => {
    await db.query(insert, [3]);
    await db.query(insert, [-1]);
  });
  await expect(failing).rejects.toMatchObject({ code: "23514" });
  expect(await listNumbers()).toEqual([1, 2]);
});

test("a transaction that goes on after the error of a statement rejects, because nothing is stored", async () => {
  const before = await listNumbers();
  const swallowing = transaction(db, async (db) => {
    await db.query(insert, [4]);
    await db.query(insert, [-1]).catch(() => undefined);
    return "done";
  });
  await expect(swallowing).rejects.toThrow("rolled back");
  expect(await listNumbers()).toEqual(before);
  await db.query(insert, [5]);
  expect(await listNumbers()).toEqual([...before, 5]);
});

test("a script that fails inside of its own transaction leaves no connection behind that refuses statements", async () => {
  const failing = executeSql("begin; select 1 / 0; commit");
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("a transaction inside of another one is part of it", async () => {
  const before = await listNumbers();
  const failing = transaction(db, async (db) => {
    await transaction(db, (db) => db.query(insert, [7]));
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await listNumbers()).toEqual(before);
});

test("a prepared statement works after a migration has changed what it returns, outside of transactions and in them", async () => {
  await db.query("create table versions (a int); insert into versions values (1)");
  const select = (on = db) => on.query("select * from versions where a = $1", [1], "versions");
  const connections = inject("template").engine === "postgres" ? maxConnections.job : 1;
  const selectOnAll = () => Promise.all(Array.from({ length: connections }, () => select()));
  await selectOnAll();
  await db.query("alter table versions add column b int default 2");
  expect(await selectOnAll()).toEqual(Array(connections).fill([{ a: 1, b: 2 }]));

  await db.query("alter table versions add column c int default 3");
  const rows = await transaction(db, async (db) => {
    await db.query(insert, [6]);
    return select(db);
  });
  expect(rows).toEqual([{ a: 1, b: 2, c: 3 }]);
  expect((await listNumbers()).filter((n) => n === 6)).toEqual([6]);
});

test("numbers of 64 bits are numbers, and other types are not changed", async () => {
  const [row] = await db.query(
    "select 1::bigint as large, '2026-01-02T03:04:05Z'::timestamptz as at",
  );
  expect(row).toEqual({ large: 1, at: new Date("2026-01-02T03:04:05Z") });
});
