import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { fromPglite } from "pg-boss";
import { StartError } from "#platform/start-error.ts";
import type { Database } from "./db.ts";

/**
 * Opens the embedded database; throws if another process uses the folder, since the two processes
 * would overwrite each other's data.
 */
export async function openEmbedded(data_dir: string): Promise<Database> {
  mkdirSync(data_dir, { recursive: true });
  const unlock = lockFolder(data_dir);
  const pglite = await PGlite.create({ dataDir: join(data_dir, "database") });
  return wrapPglite(pglite, unlock);
}

/** Wraps an open PGlite instance. */
export function wrapPglite(pglite: PGlite, onClose: () => void = () => undefined): Database {
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
  const queueAdapter = fromPglite(pglite);
  return {
    db,
    engine: "pglite",
    executeSql: (text, values) => queueAdapter.executeSql(text, values),
    close: async () => {
      await db.destroy();
      onClose();
    },
  };
}

/**
 * Locks the folder for this process. SQLite uses a file lock, which the operating system releases when
 * the process ends or crashes, so that no stale lock remains.
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
