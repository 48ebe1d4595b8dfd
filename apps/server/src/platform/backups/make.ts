import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack as createPack } from "tar-stream";
import type { Config } from "#platform/config.ts";
import type { Database } from "#platform/database/db.ts";
import { lockFolder, openDatabaseFolder } from "#platform/database/db-embedded.ts";
import { longTimes, openPool } from "#platform/database/db-pool.ts";
import { transaction } from "#platform/database/transaction.ts";
import { createSecrets } from "#platform/identity/secrets.ts";
import { ArchiveWriter } from "./archive.ts";
import { createEncrypter } from "./encryption.ts";
import { savedFolders } from "./files.ts";
import {
  type About,
  aboutEntry,
  BackupError,
  backupFormat,
  type Manifest,
  manifestEntry,
} from "./format.ts";
import { requireTool, startDump } from "./postgres-tools.ts";
import { type DatabaseDigest, describeDatabase, digestTables } from "./tables.ts";

/** A tar needs the size of an entry before its content, so a dump is saved in parts of this size. */
const partBytes = 4 * 1024 * 1024;

/** What is saved: the site of a configuration. */
type Site = Pick<Config, "database_url" | "data_dir" | "s3" | "secret_key">;

/**
 * Writes a backup into the folder and returns its path. Changes nothing in the site, and lets nobody wait. The embedded
 * database must not be in use.
 */
export async function makeBackup(
  site: Site,
  folder: string,
  recipient: string | undefined,
  release: string,
): Promise<string> {
  const encrypter = createEncrypter(recipient);
  // Every site has these folders after its first start; PGlite would create a missing database.
  const needed = [...(site.s3 ? [] : ["storage"]), ...(site.database_url ? [] : ["database"])];
  const missing = needed.find((name) => !existsSync(join(site.data_dir, name)));
  if (missing) throw new BackupError(`DATA_DIR (${site.data_dir}) has no folder ${missing}.`);
  const made_at = new Date().toISOString();
  const file = join(folder, `toibako-${made_at.replace(/[-:]|\.\d+/g, "")}.backup`);
  const part = `${file}.part`;
  await mkdir(folder, { recursive: true });
  await using source = await openSource(site);
  const { engine, migrations, engine_version } = source;
  const key_check = createSecrets(site.secret_key).deriveBackupKeyCheck();
  const format = backupFormat;
  const about = { format, made_at, release, migrations, engine, engine_version, key_check };
  const pack = createPack();
  const plain = Readable.toWeb(Readable.from(pack)) as ReadableStream<Uint8Array>;
  const encrypted = await encrypter.encrypt(plain);
  const output = createWriteStream(part, { mode: 0o600, flags: "wx", flush: true });
  const writeAll = async () => {
    const writer = new ArchiveWriter(pack);
    await writeContent(writer, about, source, site);
    pack.finalize();
  };
  try {
    await Promise.all([
      writeAll().catch((error: Error) => {
        pack.destroy(error);
        throw error;
      }),
      pipeline(Readable.from(encrypted), output),
    ]);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return file;
}

async function writeContent(
  writer: ArchiveWriter,
  about: About,
  source: Source,
  { data_dir, s3 }: Site,
): Promise<void> {
  await writer.addJson(aboutEntry, about);
  const digest = await source.write(writer);
  for (const [name, leftOut] of Object.entries(savedFolders)) {
    if (name === "storage" && s3) await writer.addBucket(s3, name, leftOut);
    else await writer.addFolder(join(data_dir, name), name, leftOut);
  }
  const manifest: Manifest = { ...about, sections: writer.sections.finish(), ...digest };
  await writer.addJson(manifestEntry, manifest);
}

/** A database that is saved. */
interface Source extends AsyncDisposable {
  engine: Database["engine"];
  engine_version: number;
  migrations: number;
  /** Writes the content of the database, and returns the digest of the same state of it. */
  write(writer: ArchiveWriter): Promise<DatabaseDigest>;
}

function openSource({ database_url, data_dir }: Site): Promise<Source> {
  return database_url ? openServer(database_url) : openDataFolder(data_dir);
}

/** Saves the files of the embedded database, after it has been closed properly. */
async function openDataFolder(data_dir: string): Promise<Source> {
  const unlock = lockFolder(data_dir);
  try {
    const folder = join(data_dir, "database");
    const database = await openDatabaseFolder(folder);
    const described = await describeDatabase(database.db);
    const digest = await transaction(database.db, digestTables);
    await database.close();
    return {
      engine: "pglite",
      ...described,
      write: async (writer) => {
        await writer.addFolder(folder, "database");
        return digest;
      },
      [Symbol.asyncDispose]: async () => unlock(),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Saves a dump of a PostgreSQL server. */
async function openServer(url: string): Promise<Source> {
  const { db, close } = await openPool(url, longTimes);
  try {
    const described = await describeDatabase(db);
    await requireTool("pg_dump", described.engine_version);
    return {
      engine: "postgres",
      ...described,
      write: async (writer) => {
        const started = Promise.withResolvers<ReturnType<typeof startDump>>();
        // Ends before the dump, which has the same snapshot in a transaction of its own.
        const digest = transaction(db, async (db) => {
          await db.query("set transaction isolation level repeatable read, read only");
          const [row] = await db.query<{ id: string }>("select pg_export_snapshot() as id", []);
          const dump = startDump(url, row?.id ?? "");
          started.resolve(dump);
          const [digest] = await Promise.all([digestTables(db), dump.hasSnapshot]);
          return digest;
        });
        digest.catch(started.reject);
        const dump = await started.promise;
        let number = 0;
        for await (const part of joinChunks(dump.content)) {
          const path = `database/${String(++number).padStart(6, "0")}`;
          await writer.addFile(path, part.length, toAsync(part));
        }
        await dump.ended;
        return digest;
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* toAsync(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
}

async function* joinChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  yield Buffer.concat(chunks);
}
