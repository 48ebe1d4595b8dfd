import type { Config } from "#platform/config.ts";
import { type Logger, reportOncePerMinute } from "#platform/observability/log.ts";
import { longTimes, openPool } from "./db-pool.ts";

/** Where statements run: the database, or one transaction of it. */
export interface Db {
  /**
   * Runs one statement and returns its rows. A named statement is prepared once per connection. Without
   * `values`, the text may be a script of several statements.
   */
  query<Row = unknown>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  readonly isTransaction: boolean;
  /** Use `transaction` of `transaction.ts`. Inside of a transaction, the work becomes part of it. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs work on one connection, for example while it holds a lock of its session. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export interface Database {
  db: Db;
  engine: "pglite" | "postgres";
  /** The same as `query` of `db`, for the job queue, which has its own SQL. */
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
