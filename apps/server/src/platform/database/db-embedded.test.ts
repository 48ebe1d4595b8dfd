// Needs no test on PostgreSQL: it opens the embedded database.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { openEmbedded, startParams } from "./db-embedded.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-embedded-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const selectSettings = `select name, setting from pg_settings where context = 'postmaster'
  or name in ('server_version', 'TimeZone', 'lc_messages', 'default_text_search_config')
  order by name`;
const selectDatabases =
  "select datname, datcollate, encoding, datlocprovider from pg_database order by datname";

test("a first start has the settings and databases that PGlite's initdb would create", async () => {
  // What is left of a start that was interrupted while it wrote the files.
  mkdirSync(join(DATA_DIR, "database.new"), { recursive: true });
  writeFileSync(join(DATA_DIR, "database.new", "PG_VERSION"), "1");
  const database = await openEmbedded(DATA_DIR);
  const created = await PGlite.create({ startParams });
  for (const text of [selectSettings, selectDatabases]) {
    const { rows } = await created.query(text);
    const isComparable = (row: unknown) => !/_directory|_file/.test(JSON.stringify(row));
    expect((await database.executeSql(text)).rows.filter(isComparable)).toEqual(
      rows.filter(isComparable),
    );
  }
  expect((await database.executeSql("show shared_buffers")).rows).toEqual([
    { shared_buffers: "16MB" },
  ]);
  await created.close();
  await database.close();
  expect(existsSync(join(DATA_DIR, "database.new"))).toBe(false);
});
