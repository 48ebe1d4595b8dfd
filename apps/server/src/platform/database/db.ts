import type { Kysely } from "kysely";
import type { Config } from "#platform/config.ts";
import { type Logger, reportOncePerMinute } from "#platform/observability/log.ts";
import { longTimes, openPool } from "./db-pool.ts";

/** Statements are written in SQL; Kysely only manages connections and migrations. */
export type Db = Kysely<unknown>;

export interface Database {
  db: Db;
  engine: "pglite" | "postgres";
  /**
   * Runs one statement with values, or a script of several statements without values. For the job
   * queue, which has its own SQL.
   */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** Opens the database that the configuration names, or else the embedded one in the data folder. */
export async function openDatabase(
  { database_url, data_dir }: Pick<Config, "database_url" | "data_dir">,
  log?: Logger,
): Promise<Database> {
  if (!database_url) {
    // Imported only here, because a server with PostgreSQL doesn't need the embedded database in memory.
    const { openEmbedded } = await import("./db-embedded.ts");
    return openEmbedded(data_dir);
  }
  const report = reportOncePerMinute((error) => {
    log?.warn({ err: error }, "the database is unavailable");
  });
  return openPool(database_url, undefined, report);
}

/** Runs work whose statements may take hours, such as migrations, on a pool without short timeouts. */
export async function runWithoutTimeouts<T>(
  { database_url }: Pick<Config, "database_url">,
  { db }: Database,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (!database_url) return work(db);
  const pool = await openPool(database_url, longTimes);
  try {
    return await work(pool.db);
  } finally {
    await pool.close();
  }
}
