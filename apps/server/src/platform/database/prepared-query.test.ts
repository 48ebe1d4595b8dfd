import { expect, test } from "vitest";
import { openEmptyDatabase } from "../testing/database.ts";
import { PreparedQuery } from "./prepared-query.ts";

const { executeSql } = await openEmptyDatabase();

test("a statement has the same rows and types at each execution", async () => {
  const sql = `select n, n::bigint as large, n::float8 / 2 as half, null as nothing, '\\x00ff'::bytea as bytes,
    '2026-01-02T03:04:05Z'::timestamptz as at, array[n, null] as list, jsonb_build_object('n', n) as json,
    $2::text as text from generate_series(1, $1::int) numbers (n)`;
  const row = {
    n: 1,
    large: 1,
    half: 0.5,
    nothing: null,
    bytes: expect.any(Uint8Array),
    at: new Date("2026-01-02T03:04:05Z"),
    list: [1, null],
    json: { n: 1 },
    text: "é",
  };
  expect((await executeSql(sql, [1, "é"])).rows).toEqual([row]);
  expect((await executeSql(sql, [0, "é"])).rows).toEqual([]);
  const { rows } = await executeSql(sql, [2, null]);
  expect(rows).toEqual([
    { ...row, text: null },
    { ...row, n: 2, large: 2, half: 1, list: [2, null], json: { n: 2 }, text: null },
  ]);
});

test("a statement that failed can be executed again, and so can its connection's others", async () => {
  const divide = "select 6 / $1::int as quotient";
  await expect(executeSql(divide, [0])).rejects.toMatchObject({ code: "22012" });
  expect((await executeSql(divide, [3])).rows).toEqual([{ quotient: 2 }]);
  await expect(executeSql(divide, [0])).rejects.toMatchObject({ code: "22012" });
  expect((await executeSql(divide, [2])).rows).toEqual([{ quotient: 3 }]);
  await expect(executeSql("select $1::int from missing", [1])).rejects.toMatchObject({
    code: "42P01",
  });
  expect((await executeSql("select $1::int as n", [1])).rows).toEqual([{ n: 1 }]);
});

test("a statement without rows can be executed repeatedly", async () => {
  await executeSql("create temporary table kept (n int)");
  const insert = "insert into kept values ($1::int)";
  for (const n of [1, 2]) expect((await executeSql(insert, [n])).rows).toEqual([]);
  expect((await executeSql("select n from kept where n > $1::int", [0])).rows).toHaveLength(2);
});

test("a value that can't be sent rejects the statement only", async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const sql = "select $1::jsonb as json";
  await expect(executeSql(sql, [circular])).rejects.toThrow();
  expect((await executeSql(sql, [{ n: 1 }])).rows).toEqual([{ json: { n: 1 } }]);
});

test("a row that can't be read is reported once, after the statement has ended", () => {
  const reports: unknown[] = [];
  const query = new PreparedQuery({ name: "n", text: "select 1", values: [] }, (error, rows) =>
    reports.push([error?.message, rows]),
  );
  query.handleDataRow({ fields: ["1"] });
  query.handleDataRow({ fields: ["2"] });
  expect(reports).toEqual([]);
  query.handleReadyForQuery();
  expect(reports).toEqual([["PostgreSQL sent a row before the description of its columns", []]]);
});
