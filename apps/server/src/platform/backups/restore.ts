import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database, Db } from "#platform/database/db.ts";
import { lockFolder, openDatabaseFolder } from "#platform/database/db-embedded.ts";
import { longTimes, openPool } from "#platform/database/db-pool.ts";
import { migrations } from "#platform/database/migrate.ts";
import { transaction } from "#platform/database/transaction.ts";
import { type ArchiveEntry, readArchive } from "./archive.ts";
import {
  createDrafts,
  type Drafts,
  getDatabaseDraft,
  type Place,
  requireEmptyPlace,
} from "./drafts.ts";
import { BackupError, type Manifest, type SectionDigest, Sections } from "./format.ts";
import { createDatabaseBeside, requireTool, startRestore } from "./postgres-tools.ts";
import { describeServer, digestTables, type TableDigest } from "./tables.ts";

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
  let drafts: Drafts | undefined;
  try {
    await requireEmptyPlace(place);
    drafts = await createDrafts(place);
    const comparisons = await writeInto(place, drafts, file, identity, manifest);
    const difference = comparisons.find(({ saved, restored }) => saved !== restored);
    if (difference) {
      const advice = place.database_url ? " Drop the database before another attempt." : "";
      throw new BackupError(`${difference.name} differs from the backup.${advice}`);
    }
    await drafts.open();
    return comparisons;
  } catch (error) {
    await drafts?.remove();
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
  const place = { data_dir, database_url: undefined, s3: undefined };
  try {
    const drafts = await createDrafts(place);
    if (manifest.engine === "pglite")
      return await writeInto(place, drafts, file, identity, manifest);
    if (!database_url) throw new BackupError(missingServer);
    await using beside = await createDatabaseBeside(database_url);
    const { url } = beside;
    return await writeInto({ ...place, database_url: url }, drafts, file, identity, manifest);
  } finally {
    await rm(data_dir, { recursive: true, force: true });
  }
}

const missingServer = "The backup is of a PostgreSQL database: set DATABASE_URL.";

function checkRelease({ migrations: count, release }: Manifest): void {
  if (count <= migrations.length) return;
  throw new BackupError(`The backup is of a newer release (${release}): install that one first.`);
}

/** Writes the files and the database, and compares what is there now with the manifest. */
async function writeInto(
  place: Place,
  drafts: Drafts,
  file: string,
  identity: string,
  manifest: Manifest,
): Promise<Comparison[]> {
  const { data_dir, database_url } = place;
  const target = database_url
    ? await openServer(database_url, manifest)
    : openDataFolder(data_dir, manifest);
  const restored = new Sections();
  try {
    await readArchive(file, identity, async (entry) => {
      if (target.write && entry.path.startsWith("database/")) return target.write(entry);
      await drafts.write(entry);
      // Read again at once, so that both digests have the order of the archive.
      if (!entry.is_folder)
        for await (const _ of restored.add(entry.path, drafts.read(entry.path)));
    });
  } catch (error) {
    await target.abort();
    throw error;
  }
  await target.finish();
  const sections = restored.finish();
  const digest = await useOnce(await target.open(), (db) => transaction(db, digestTables));
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
  /** Receives the entries of the database; without it, they are files. */
  write?(entry: ArchiveEntry): Promise<void>;
  abort(): Promise<void>;
  finish(): Promise<void>;
  open(): Promise<Database>;
}

function openDataFolder(data_dir: string, { engine, release }: Manifest): Target {
  if (engine !== "pglite") throw new BackupError(missingServer);
  const open = () => openDatabaseFolder(getDatabaseDraft(data_dir));
  const reason = `The embedded database of release ${release} can't be opened by this release.`;
  return {
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
