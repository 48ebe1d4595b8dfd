import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deserialize } from "node:v8";
import { brotliDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { StartError } from "#platform/start-error.ts";
import type { Database } from "./db.ts";
import { createPool, longTimes, runOnPools } from "./db-pool.ts";
import { PgliteStream } from "./pglite-stream.ts";

/** PostgreSQL's own default of 128 MB of buffers would all be kept in the memory of this process. */
export const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];

/** The files of an empty database, by their paths; folders have no content. */
export const emptyDatabaseFile = new URL("./empty-database.br", import.meta.url);

/**
 * Opens the embedded database; throws if another process uses the folder, since the two processes
 * would overwrite each other's data.
 */
export async function openEmbedded(data_dir: string): Promise<Database> {
  mkdirSync(data_dir, { recursive: true });
  const unlock = lockFolder(data_dir);
  const dataDir = join(data_dir, "database");
  if (!existsSync(dataDir)) createDatabase(dataDir);
  return openDatabaseFolder(dataDir, unlock);
}

/** Opens the database in a folder that no other process uses. */
export async function openDatabaseFolder(
  dataDir: string,
  onClose: () => void = () => undefined,
): Promise<Database> {
  return wrapPglite(await PGlite.create({ dataDir, startParams }), onClose);
}

/**
 * Creates an empty database. `initdb` of PGlite would do the same, but it needs 450 MB of memory. A
 * database that was interrupted while it was written is not used.
 */
function createDatabase(folder: string): void {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  const content = brotliDecompressSync(readFileSync(emptyDatabaseFile));
  for (const [path, file] of deserialize(content) as Map<string, Uint8Array | undefined>) {
    if (file) writeFileSync(join(draft, path), file);
    else mkdirSync(join(draft, path));
  }
  renameSync(draft, folder);
}

/**
 * Runs statements on an open PGlite instance, which has one connection, with the driver of PostgreSQL: PGlite's own
 * methods would plan each statement anew.
 */
export function wrapPglite(pglite: PGlite, onClose: () => void = () => undefined): Database {
  const pool = createPool({
    max: 1,
    // A new connection would have no prepared statements.
    idleTimeoutMillis: 0,
    stream: () => new PgliteStream(pglite),
    // Otherwise those of the process's environment, which are meant for a server.
    user: "postgres",
    ssl: false,
  });
  const { close, ...database } = runOnPools(
    { read: pool, write: pool, job: pool },
    longTimes.reply,
  );
  return {
    ...database,
    engine: "pglite",
    close: async () => {
      await close();
      await pglite.close();
      onClose();
    },
  };
}

/**
 * Locks the folder for this process. SQLite uses a file lock, which the operating system releases when
 * the process ends or crashes, so that no stale lock remains.
 */
export function lockFolder(data_dir: string): () => void {
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
