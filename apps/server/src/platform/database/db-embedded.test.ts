// Needs no test on PostgreSQL: it opens the embedded database.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEmbedded } from "./db-embedded.ts";

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
