import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openEmptyDatabase, openTestDatabase } from "#platform/testing/database.ts";
import { storeFirstRows } from "#platform/testing/global-setup.ts";
import type { Db } from "./db.ts";
import { migrations } from "./migrate.ts";

// `node scripts/record-release.ts` writes these files.
const folder = new URL("./releases/", import.meta.url);
const recorded = JSON.parse(readFileSync(new URL("migrations.json", folder), "utf8")) as Record<
  string,
  string
>;
const releases = readdirSync(folder)
  .filter((file) => file.endsWith(".sql.gz"))
  .map((file) => file.slice(0, -".sql.gz".length));

/** The tables of which a migration deletes rows, with the reason. */
const deletedRows: Record<string, string> = {
  message_words: "they are lines of word_lists; a view has the name",
  notices: "without an owner they could not be converted (0054)",
  read_states: "without an owner they could not be converted (0054)",
};
const seenDeletions = new Set<string>();

const fresh = await openTestDatabase();
const freshSchema = await describeSchema(fresh.db);
// An embedded database takes longer to create than to empty.
const database = await openEmptyDatabase();
const { db } = database;
afterAll(() => Promise.all([fresh.close(), database.close()]));

test("OPS-04 no migration of a release was changed after it", () => {
  const files = migrations
    .filter(({ name }) => name <= (releases.at(-1) ?? ""))
    .map(({ name }) => {
      const file = readFileSync(new URL(`../../migrations/${name}.ts`, import.meta.url));
      return [name, createHash("sha256").update(file).digest("hex")];
    });
  expect(Object.fromEntries(files)).toEqual(recorded);
  expect(Object.keys(recorded)).toEqual(expect.arrayContaining(releases));
});

test.each(releases)(
  "OPS-04 a database of the release %s gets today's schema and keeps its rows",
  async (release) => {
    await db.session(async (session) => {
      await session.query(
        "drop schema if exists pgboss cascade; drop schema public cascade; create schema public",
      );
      await session.query(
        gunzipSync(readFileSync(new URL(`${release}.sql.gz`, folder))).toString(),
      );
      await session.query("reset all");
    });
    const before = await readKeys(db);
    expect([...before].filter(([, keys]) => keys.length === 0)).toEqual([]);
    await storeFirstRows(database);
    expect(await describeSchema(db)).toEqual(freshSchema);
    const after = await readKeys(db);
    const lost = [...before].filter(([table, keys]) => {
      const kept = new Set(after.get(table));
      return keys.some((key) => !kept.has(key));
    });
    for (const [table] of lost) seenDeletions.add(table);
    expect([...seenDeletions].filter((table) => !(table in deletedRows))).toEqual([]);
  },
);

test("OPS-04 rows are deleted only where a migration has a reason", () => {
  expect([...seenDeletions].sort()).toEqual(Object.keys(deletedRows));
});

/** The primary keys of all rows by table, or whole rows where a table has no primary key. */
async function readKeys(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.query<{ table: string; key: string }>(`
    select relname as table, coalesce((
      select 'array[' || string_agg(quote_ident(attname) || '::text', ', ') || ']::text'
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = pg_class.oid and indisprimary
    ), 'keyed::text') as key
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const keys = new Map<string, string[]>();
  for (const { table, key } of tables) {
    const rows = await db.query<{ key: string }>(`select ${key} as key from "${table}" keyed`);
    keys.set(
      table,
      rows.map((row) => row.key),
    );
  }
  return keys;
}

/**
 * Lists everything that the migrations and the job queue have defined, in a form that can be compared. Left out are names of
 * "not null" constraints, which depend on the version of PostgreSQL, and partitions, of which the queue makes one a day.
 */
async function describeSchema(db: Db): Promise<string[]> {
  const rows = await db.query<{ line: string }>(`
    with own as (select oid from pg_namespace where nspname in ('public', 'pgboss'))
    select format('%s.%s %s %s not null %s default %s identity "%s" generated "%s"', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull,
      pg_get_expr(adbin, adrelid), attidentity, attgenerated) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in (select oid from own) and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
      and not relispartition
    union all
    select format('%s %s %s', oid::regclass, relkind, relpersistence) || coalesce(reloptions::text, '') from pg_class
    where relnamespace in (select oid from own) and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
    union all
    select pg_get_viewdef(oid) from pg_class where relnamespace in (select oid from own) and relkind in ('v', 'm')
    union all
    select pg_get_indexdef(indexrelid) || ' valid ' || indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace in (select oid from own) and not relispartition
    union all
    select format('%s %s %s validated %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace in (select oid from own) and contype <> 'n' and not relispartition
    union all
    select pg_get_functiondef(pg_proc.oid) from pg_proc where pronamespace in (select oid from own) and prokind in ('f', 'p')
    union all
    select format('%s %s', pg_get_triggerdef(pg_trigger.oid), tgenabled) from pg_trigger where not tgisinternal
    union all
    select format('%s %s', typname, array(select enumlabel from pg_enum where enumtypid = pg_type.oid order by enumsortorder))
    from pg_type where typnamespace in (select oid from own) and typtype in ('e', 'd')
    union all
    select extname from pg_extension`);
  return rows.map(({ line }) => line).sort();
}
