import { CompiledQuery, type Kysely } from "kysely";
import type { Config } from "./config.ts";
import { openEmbedded } from "./db-embedded.ts";
import { openPool } from "./db-pool.ts";

/** Statements are written in SQL; the library holds connections and migrations. */
export type Db = Kysely<unknown>;

export interface Database {
  db: Db;
  engine: "pglite" | "postgres";
  /** For the job queue, which writes its own SQL: one statement with values, or a script without. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** The database named by the configuration, or the embedded one in the data folder. */
export async function openDatabase(
  config: Pick<Config, "database_url" | "data_dir">,
): Promise<Database> {
  return config.database_url ? openPool(config.database_url) : openEmbedded(config.data_dir);
}

/**
 * One statement in SQL, written once and run with parameters by position. For what is hot: the text
 * is built once and the engine keeps its plan by name.
 */
export function statement<Row>(text: string) {
  return async (db: Db, ...parameters: unknown[]): Promise<Row[]> => {
    const result = await db.executeQuery<Row>(CompiledQuery.raw(text, parameters));
    return result.rows;
  };
}
