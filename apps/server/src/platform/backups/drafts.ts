import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "#platform/config.ts";
import { floorToHour } from "#platform/dates.ts";
import type { S3Config } from "#platform/storage/s3-config.ts";
import type { ArchiveEntry } from "./archive.ts";
import { listFiles, listKeys, savedFolders } from "./files.ts";
import { BackupError } from "./format.ts";

/** Where a backup is restored. */
export type Place = Pick<Config, "database_url" | "data_dir" | "s3">;

/** The files of a place that is being restored. */
export interface Drafts {
  write(entry: ArchiveEntry): Promise<void>;
  /** Reads a file again that was written. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Makes the files those of a site. */
  open(): Promise<void>;
  /** Removes what was written. */
  remove(): Promise<void>;
}

/** Throws if a place has files already. */
export async function requireEmptyPlace({ data_dir, database_url, s3 }: Place): Promise<void> {
  if (!database_url && existsSync(join(data_dir, "database")))
    throw new BackupError(`${data_dir} has a database already. Restore into an empty folder.`);
  for (const [name, leftOut] of Object.entries(savedFolders)) {
    for await (const { file, is_folder } of listFiles(join(data_dir, name), name, leftOut)) {
      if (is_folder) continue;
      throw new BackupError(`${file} exists already. Restore into an empty folder.`);
    }
  }
  if (!s3) return;
  const { openS3 } = await import("#platform/storage/s3.ts");
  const storage = openS3(s3);
  for await (const key of listKeys(storage, [])) {
    throw new BackupError(`The bucket of S3_URL has ${key} already. Restore into an empty one.`);
  }
}

/** Prepares a place for files. */
export async function createDrafts({ data_dir, s3 }: Omit<Place, "database_url">): Promise<Drafts> {
  const folders = await createDraftFolders(data_dir);
  if (!s3) return folders;
  const bucket = await openBucket(s3);
  const choose = (path: string) => (path.startsWith("storage/") ? bucket : folders);
  return {
    write: (entry) => choose(entry.path).write(entry),
    read: (path) => choose(path).read(path),
    open: folders.open,
    remove: async () => {
      await folders.remove();
      await bucket.remove();
    },
  };
}

/** Folders that are not complete have this ending. */
const draftEnding = ".new";
/** The database comes last: without it, no server takes the other folders for a site. */
const draftNames = ["pages", "storage", "database"];

/** The folder in which the database is until it is complete. */
export const getDatabaseDraft = (data_dir: string) => join(data_dir, `database${draftEnding}`);

async function createDraftFolders(data_dir: string): Promise<Drafts> {
  const findDraft = (path: string) => {
    const [name = "", ...rest] = path.split("/");
    return join(data_dir, name + draftEnding, ...rest);
  };
  const remove = async () => {
    for (const name of draftNames)
      await rm(join(data_dir, name + draftEnding), { recursive: true, force: true });
  };
  await remove();
  return {
    write: async ({ path, is_folder, content }) => {
      const target = findDraft(path);
      await mkdir(is_folder ? target : dirname(target), { recursive: true, mode: 0o700 });
      if (is_folder) return;
      await pipeline(content, createWriteStream(target, { mode: 0o600, flags: "wx" }));
    },
    read: (path) => createReadStream(findDraft(path)),
    open: async () => {
      await setHours(join(data_dir, `storage${draftEnding}`));
      for (const name of draftNames) {
        const folder = join(data_dir, name);
        if (!existsSync(folder + draftEnding)) continue;
        await rm(folder, { recursive: true, force: true });
        await rename(folder + draftEnding, folder);
      }
    },
    remove,
  };
}

/** Gives files and folders the current hour as their time, as the storage does. */
async function setHours(folder: string): Promise<void> {
  const hour = floorToHour(new Date());
  for await (const { file } of listFiles(folder, "")) await utimes(file, hour, hour);
}

/** Writes into the bucket itself, which is empty, so that removing everything in it undoes this. */
async function openBucket(config: S3Config): Promise<Omit<Drafts, "open">> {
  const { openS3 } = await import("#platform/storage/s3.ts");
  const storage = openS3(config);
  const toKey = (path: string) => path.slice("storage/".length);
  return {
    write: async ({ path, is_folder, content }) => {
      if (!is_folder) await storage.writeStream(toKey(path), Readable.from(content));
    },
    read: async function* (path) {
      const content = await storage.readStream(toKey(path));
      if (content) yield* content as AsyncIterable<Uint8Array>;
    },
    remove: async () => {
      for await (const key of storage.listAll()) await storage.remove(key);
    },
  };
}
