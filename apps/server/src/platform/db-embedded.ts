import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { fromPglite } from "pg-boss";
import type { Database } from "./db.ts";
import { StartError } from "./start-error.ts";

/** The embedded database; two processes on one folder would lose writes, so the second is refused. */
export async function openEmbedded(data_dir: string): Promise<Database> {
  mkdirSync(data_dir, { recursive: true });
  const unlock = lockFolder(data_dir);
  const pglite = await PGlite.create({ dataDir: join(data_dir, "database") });
  return embedded(pglite, unlock);
}

/** An embedded database around an instance that is already there. */
export function embedded(pglite: PGlite, released: () => void = () => undefined): Database {
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
  const boss = fromPglite(pglite);
  return {
    db,
    engine: "pglite",
    executeSql: (text, values) => boss.executeSql(text, values),
    close: async () => {
      await db.destroy();
      released();
    },
  };
}

/**
 * Holds the folder for this process. SQLite's file lock is the operating system's own: it ends with
 * the process, however that dies, so nothing stale can be left behind.
 */
function lockFolder(data_dir: string): () => void {
  const lock = new DatabaseSync(join(data_dir, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch {
    lock.close();
    throw new StartError(
      `Another process uses the data folder ${data_dir}. Stop it, or set DATA_DIR to a folder of its own.`,
      5,
    );
  }
  return () => lock.close();
}
