import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { compileStatement } from "../../apps/server/src/platform/database/statement.ts";
import { describeStatement, readColumns } from "./describe.ts";
import { formatTypes, readUnions } from "./types.ts";

const pglite = await PGlite.create();
await pglite.exec(`
  create table authors (pk bigint primary key, name text not null, note text,
    kind text not null check (kind in ('human', 'house')));
  create table books (pk bigint primary key, author_pk bigint references authors, title text not null,
    written_on date, cover bytea not null);
  create table old_books () inherits (books)`);
const columns = await readColumns(pglite);
const unions = await readUnions(pglite);
afterAll(() => pglite.close());

async function describeTypes(sql: string): Promise<string> {
  return formatTypes(await describeStatement(pglite, columns, compileStatement(sql)), unions).text;
}

test("compileStatement numbers parameters by name and keeps other colons", () => {
  const { text, names, nullable } = compileStatement(
    "select ':a', :b::text, \":c\", :d?, :b -- :e\n /* :f */",
  );
  expect(text).toBe("select ':a', $1::text, \":c\", $2, $1 -- :e\n /* :f */");
  expect(names).toEqual(["b", "d"]);
  expect([...nullable]).toEqual(["d"]);
});

test("columns have the types of their tables, with unions from check constraints", async () => {
  expect(
    await describeTypes("select pk, name, note, kind from authors where name = any(:names)"),
  ).toBe(
    '{ parameters: { names: readonly string[]; }; row: { pk: number; name: string; note: string | null; kind: "human" | "house"; } }',
  );
});

test("columns of an outer join are null together", async () => {
  expect(
    await describeTypes(
      "select authors.name, books.title, books.cover from authors left join books on books.author_pk = authors.pk",
    ),
  ).toContain(
    "{ name: string; } & ({ title: string; cover: Uint8Array; } | { title: null; cover: null; })",
  );
});

test("columns of a CTE that contains an outer join may be null independently", async () => {
  const row = await describeTypes(`
    with listed as materialized (
      select authors.name, books.title from authors left join books on books.author_pk = authors.pk
    ) select name, title from listed`);
  expect(row).toContain("title: string | null;");
});

test("expressions may be null, except counts, coalesce with a constant and columns declared as not null", async () => {
  const row = await describeTypes(`
    select count(*)::int as n, coalesce(max(note), '') as note, max(name) as last,
      max(kind) as "kind!" from authors`);
  expect(row).toContain("n: number; note: string; last: string | null; kind: string;");
});

test.each([
  ["select titel from books", /column "titel" does not exist/],
  ["select title, pk as title from books", /two columns are called "title"/],
  ['select note as "note?" from authors', /column "note\?" isn't named by an identifier/],
  ["select pk + 1 from books", /column "\?column\?" isn't named by an identifier/],
  ["select written_on from books", /is a date: cast it/],
])("refuses %s", async (sql, problem) => {
  const outcome = await describeTypes(sql).catch((error: unknown) => (error as Error).message);
  expect(outcome).toMatch(problem);
});
