import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openUnrecorded } from "#platform/storage/folder.ts";
import type { S3Storage } from "#platform/storage/s3.ts";

/** The folders of the data folder that a backup contains, each with the entries that it leaves out. */
export const savedFolders = {
  // Archives and uploads are encrypted copies of what the database has; the id belongs to the folder.
  storage: ["archives", "imports", "drafts", "id"],
  pages: ["drafts"],
} as const;

export interface ListedFile {
  /** The path in the archive, with "/" also on Windows. */
  path: string;
  file: string;
  is_folder: boolean;
}

/** Lists the files and folders in a folder, each before what is in it, always in the same order. */
export async function* listFiles(
  folder: string,
  path: string,
  leftOut: readonly string[] = [],
): AsyncGenerator<ListedFile> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (leftOut.includes(entry.name)) continue;
    const found = { path: `${path}/${entry.name}`, file: join(folder, entry.name) };
    if (entry.isFile()) yield { ...found, is_folder: false };
    if (!entry.isDirectory()) continue;
    yield { ...found, is_folder: true };
    yield* listFiles(found.file, found.path);
  }
}

/** Lists the keys of the files in a bucket. */
export async function* listKeys(
  storage: S3Storage,
  leftOut: readonly string[],
): AsyncGenerator<string> {
  for await (const key of storage.listAll()) {
    const [first = ""] = key.split("/");
    if (!leftOut.includes(first)) yield key;
  }
}

/** Reads a file that doesn't grow meanwhile; does nothing if the running server has deleted it. */
export async function readListed(
  file: string,
  read: (size: number, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const handle = await openUnrecorded(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!handle) return;
  await using _ = handle;
  const { size } = await handle.stat();
  await read(size, handle.createReadStream({ autoClose: false }));
}
