import { createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "#platform/config.ts";
import type { Database, Db } from "#platform/database/db.ts";
import { lockFolder, openDatabaseFolder } from "#platform/database/db-embedded.ts";
import { longTimes, openPool } from "#platform/database/db-pool.ts";
import { migrations } from "#platform/database/migrate.ts";
import { transaction } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { type ArchiveEntry, readArchive } from "./archive.ts";
import { listFiles, readListed, savedFolders } from "./files.ts";
import { BackupError, type Manifest, type SectionDigest, Sections } from "./format.ts";
import { createDatabaseBeside, requireTool, startRestore } from "./postgres-tools.ts";
import { describeServer, digestTables, type TableDigest } from "./tables.ts";

/** Where a backup is restored. */
type Place = Pick<Config, "database_url" | "data_dir">;

/** One thing in the backup and in the place where it was restored. */
export interface Comparison {
  name: string;
  saved: string;
  restored: string;
}

/**
 * Restores a backup into an empty place. First reads all of it, so that nothing is written from a damaged one.
 * `key_check` is that of the place's secret key. Returns what was compared, and throws if anything differs.
 */
export async function restoreBackup(
  file: string,
  identity: string,
  place: Place,
  key_check: string,
): Promise<Comparison[]> {
  const manifest = await readArchive(file, identity);
  checkRelease(manifest);
  if (manifest.key_check !== key_check)
    throw new BackupError("SECRET_KEY is not the one of the site that was backed up.");
  await mkdir(place.data_dir, { recursive: true });
  const unlock = place.database_url ? undefined : lockFolder(place.data_dir);
  try {
    await requireEmptyFolders(place);
    const comparisons = await writeInto(place, file, identity, manifest);
    const difference = comparisons.find(({ saved, restored }) => saved !== restored);
    if (difference) {
      const advice = place.database_url ? " Drop the database before another attempt." : "";
      throw new BackupError(`${difference.name} differs from the backup.${advice}`);
    }
    await openFolders(place.data_dir);
    return comparisons;
  } catch (error) {
    await removeDrafts(place.data_dir);
    throw error;
  } finally {
    unlock?.();
  }
}

/** Restores a backup into a place of its own, which is deleted afterwards. Returns what was compared. */
export async function drillBackup(
  file: string,
  identity: string,
  database_url: string | undefined,
): Promise<Comparison[]> {
  const manifest = await readArchive(file, identity);
  checkRelease(manifest);
  const data_dir = await mkdtemp(join(tmpdir(), "toibako-drill-"));
  try {
    if (manifest.engine === "pglite")
      return await writeInto({ data_dir, database_url: undefined }, file, identity, manifest);
    if (!database_url) throw new BackupError(missingServer);
    await using beside = await createDatabaseBeside(database_url);
    return await writeInto({ data_dir, database_url: beside.url }, file, identity, manifest);
  } finally {
    await rm(data_dir, { recursive: true, force: true });
  }
}

const missingServer = "The backup is of a PostgreSQL database: set DATABASE_URL.";

function checkRelease({ migrations: count, release }: Manifest): void {
  if (count <= migrations.length) return;
  throw new BackupError(`The backup is of a newer release (${release}): install that one first.`);
}

async function requireEmptyFolders({ data_dir, database_url }: Place): Promise<void> {
  if (!database_url && existsSync(join(data_dir, "database")))
    throw new BackupError(`${data_dir} has a database already. Restore into an empty folder.`);
  for (const [name, leftOut] of Object.entries(savedFolders)) {
    for await (const { file, is_folder } of listFiles(join(data_dir, name), name, leftOut)) {
      if (is_folder) continue;
      throw new BackupError(`${file} exists already. Restore into an empty folder.`);
    }
  }
}

/** Folders that are not complete have this ending. */
const draftEnding = ".new";
/** The database comes last: without it, no server takes the other folders for a site. */
const draftNames = ["pages", "storage", "database"];

async function removeDrafts(data_dir: string): Promise<void> {
  for (const name of draftNames)
    await rm(join(data_dir, name + draftEnding), { recursive: true, force: true });
}

async function openFolders(data_dir: string): Promise<void> {
  for (const name of draftNames) {
    const folder = join(data_dir, name);
    if (!existsSync(folder + draftEnding)) continue;
    await rm(folder, { recursive: true, force: true });
    await rename(folder + draftEnding, folder);
  }
}

/** Writes the folders as drafts and the database, and compares what is there now with the manifest. */
async function writeInto(
  place: Place,
  file: string,
  identity: string,
  manifest: Manifest,
): Promise<Comparison[]> {
  await removeDrafts(place.data_dir);
  const { data_dir, database_url } = place;
  const target = database_url
    ? await openServer(database_url, manifest)
    : openDataFolder(data_dir, manifest);
  try {
    await readArchive(file, identity, (entry) =>
      entry.path.startsWith("database/") ? target.write(entry) : writeDraft(data_dir, entry),
    );
  } catch (error) {
    await target.abort();
    throw error;
  }
  await target.finish();
  const sections = await digestDrafts(data_dir);
  const digest = await useOnce(await target.open(), (db) => transaction(db, digestTables));
  await setHours(join(data_dir, `storage${draftEnding}`));
  const { tables, audit_head, ledger_sum } = manifest;
  const saved: Parts = {
    ...manifest.sections,
    ...tables,
    audit_head,
    ledger_sum,
  };
  const { tables: restoredTables, ...sums } = digest;
  // The dump is gone: PostgreSQL has read it, and its tables are compared.
  const { database: _, ...folders } = saved;
  return compare(database_url ? folders : saved, { ...sections, ...restoredTables, ...sums });
}

/** Parts of a manifest, by their names. */
type Parts = Record<string, string | SectionDigest | TableDigest>;

function compare(saved: Parts, restored: Parts): Comparison[] {
  const names = new Set([...Object.keys(saved), ...Object.keys(restored)]);
  return [...names].map((name) => ({
    name,
    saved: describePart(saved[name]),
    restored: describePart(restored[name]),
  }));
}

function describePart(part: Parts[string] = "missing"): string {
  return typeof part === "string" ? part : Object.values(part).join(" ");
}

async function useOnce<T>({ db, close }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** A database that is being restored. */
interface Target {
  write(entry: ArchiveEntry): Promise<void>;
  abort(): Promise<void>;
  finish(): Promise<void>;
  open(): Promise<Database>;
}

function openDataFolder(data_dir: string, { engine, release }: Manifest): Target {
  if (engine !== "pglite") throw new BackupError(missingServer);
  const open = () => openDatabaseFolder(join(data_dir, `database${draftEnding}`));
  const reason = `The embedded database of release ${release} can't be opened by this release.`;
  return {
    write: (entry) => writeDraft(data_dir, entry),
    abort: async () => undefined,
    finish: async () => undefined,
    open: () =>
      open().catch((cause) => {
        throw new BackupError(reason, { cause });
      }),
  };
}

async function openServer(url: string, manifest: Manifest): Promise<Target> {
  if (manifest.engine !== "postgres")
    throw new BackupError("The backup is of an embedded database: unset DATABASE_URL.");
  const { engine_version, is_empty } = await useOnce(await openPool(url), describeServer);
  if (!is_empty)
    throw new BackupError("The database of DATABASE_URL is not empty. Restore into a new one.");
  if (engine_version < manifest.engine_version)
    throw new BackupError(
      `The backup is of PostgreSQL ${manifest.engine_version}, newer than ${engine_version}.`,
    );
  await requireTool("pg_restore", engine_version);
  const restoring = startRestore(url);
  return {
    write: async ({ content }) => {
      for await (const chunk of content) await restoring.write(chunk);
    },
    abort: restoring.abort,
    finish: restoring.finish,
    open: () => openPool(url, longTimes),
  };
}

async function writeDraft(
  data_dir: string,
  { path, is_folder, content }: ArchiveEntry,
): Promise<void> {
  const [name = "", ...rest] = path.split("/");
  const target = join(data_dir, name + draftEnding, ...rest);
  await mkdir(is_folder ? target : dirname(target), { recursive: true, mode: 0o700 });
  if (!is_folder) await pipeline(content, createWriteStream(target, { mode: 0o600, flags: "wx" }));
}

/** Reads the drafts again from the disk, in the order of the archive. */
async function digestDrafts(data_dir: string): Promise<Record<string, SectionDigest>> {
  const sections = new Sections();
  for (const name of draftNames) {
    const folder = join(data_dir, name + draftEnding);
    for await (const { path, file, is_folder } of listFiles(folder, name)) {
      if (is_folder) continue;
      await readListed(file, async (_, content) => {
        for await (const _chunk of sections.add(path, content));
      });
    }
  }
  return sections.finish();
}

/** Gives files and folders the current hour as their time, as the storage does. */
async function setHours(folder: string): Promise<void> {
  const hour = floorToHour(new Date());
  for await (const { file } of listFiles(folder, "")) await utimes(file, hour, hour);
}
