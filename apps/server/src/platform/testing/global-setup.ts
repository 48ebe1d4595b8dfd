import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { TestProject } from "vitest/node";
import type { Database } from "#platform/database/db.ts";
import { startParams, wrapPglite } from "#platform/database/db-embedded.ts";
import { openPool } from "#platform/database/db-pool.ts";
import { migrate } from "#platform/database/migrate.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createApp, createServices, storeFirstData } from "../../app.ts";
import { loadConfig } from "../config.ts";

/**
 * The migrated database of which each test gets a copy: a template database of a PostgreSQL server, or
 * the files of an embedded one.
 */
export type Template =
  | { engine: "postgres"; url: string; name: string }
  | { engine: "pglite"; folder: string };

declare module "vitest" {
  interface ProvidedContext {
    template: Template;
  }
}

/** Migrates a database and stores what the server stores at its start. */
export async function storeFirstRows(database: Database): Promise<void> {
  const log = createLogger("silent");
  const services = await createServices(loadConfig({ DATA_DIR: tmpdir() }), database, log);
  await migrate(database.db);
  await storeFirstData(services);
  const app = await createApp(services, log, { pages: "none" });
  await services.jobs.start(app.jobs, { isWorker: false });
  await app.server.close();
  await services.jobs.stop();
}

/** Makes one migrated database for all test files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? createOnPostgres(project, url) : createOnPglite(project);
}

async function createOnPostgres(project: TestProject, url: string) {
  const name = `toibako_template_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${name}`;
  const database = await openPool(templateUrl.href);
  await storeFirstRows(database);
  await database.close();
  project.provide("template", { engine: "postgres", url, name });
  return async () => {
    const { rows } = await admin.query("select datname from pg_database where datname like $1", [
      `${name}%`,
    ]);
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`);
    await admin.end();
  };
}

async function createOnPglite(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "toibako-template-"));
  // Small segments of the log make the copies small.
  const initDbStartParams = ["--wal-segsize=1"];
  const pglite = await PGlite.create({ dataDir: folder, initDbStartParams, startParams });
  const database = wrapPglite(pglite);
  await storeFirstRows(database);
  await database.close();
  project.provide("template", { engine: "pglite", folder });
  return async () => rmSync(folder, { recursive: true, force: true });
}
