import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "#platform/database/db.ts";
import { openDatabaseFolder, startParams, wrapPglite } from "#platform/database/db-embedded.ts";
import { longTimes, openPool } from "#platform/database/db-pool.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Template } from "./global-setup.ts";

type PostgresTemplate = Extract<Template, { engine: "postgres" }>;

/** Opens a new migrated database, a copy of the template. `open` is only used with PostgreSQL. */
export async function openTestDatabase(open = openPool): Promise<Database> {
  const template = inject("template");
  if (template.engine === "pglite") {
    const folder = mkdtempSync(join(tmpdir(), "toibako-test-database-"));
    cpSync(template.folder, folder, { recursive: true });
    return openDatabaseFolder(folder, () => rmSync(folder, { recursive: true }));
  }
  return open(await createDatabase(template, `template ${template.name}`));
}

/** Opens a database without a schema, for tests of migrations; its statements may take long. */
export async function openEmptyDatabase(): Promise<Database> {
  const template = inject("template");
  if (template.engine === "pglite") return wrapPglite(await PGlite.create({ startParams }));
  return openPool(await createDatabase(template, "template template0"), longTimes);
}

async function createDatabase({ name, url }: PostgresTemplate, options: string): Promise<string> {
  const databaseName = `${name}_${createPublicId().replace(/\W/g, "_").toLowerCase()}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${databaseName} ${options}`);
  await admin.end();
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${databaseName}`;
  return databaseUrl.href;
}
