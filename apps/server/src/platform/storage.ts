import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { millisecondsPerHour } from "#platform/durations.ts";
import { createPublicId } from "./identity/secrets.ts";

/**
 * Stores pictures and archives. Keys are relative paths of `A-Za-z0-9_-./` without "..". All methods may
 * run at the same time, in several processes as well.
 */
export interface Storage {
  /** Undefined if the file does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes atomically: readers never see a partial file. */
  write(key: string, content: Buffer): Promise<void>;
  /** Writes a file that may be too large for the memory, also atomically. */
  writeStream(key: string, content: Readable): Promise<void>;
  /** Undefined if the file does not exist. */
  readStream(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** The names of the files in a folder; empty if it does not exist. */
  list(folder: string): Promise<string[]>;
  /**
   * Removes a folder and its files. If another process writes a file at the same time, that file and
   * the folder may remain.
   */
  removeAll(folder: string): Promise<void>;
}

type FileError = NodeJS.ErrnoException;

/**
 * How often moving a draft to its place is tried. It fails if another process removes the target folder
 * while that folder is still empty.
 */
const maxMoveAttempts = 20;
/** Milliseconds after which a draft counts as abandoned. */
const draftLifetime = millisecondsPerHour;

/** Storage in a folder, readable by its owner only. */
export function openFolder(folder: string): Storage {
  const drafts = join(folder, "drafts");
  mkdirSync(drafts, { recursive: true, mode: 0o700 });
  removeAbandonedDrafts(drafts);
  const resolvePath = (key: string) => {
    if (!/^[\w-]+(\/[\w-]+)*(\.\w+)?$/.test(key)) throw new Error("a storage key is malformed");
    return join(folder, key);
  };
  /** Calls `writeDraft` with the path of a draft, and then moves the draft to its place. */
  const writeByDraft = async (key: string, writeDraft: (draft: string) => Promise<void>) => {
    const target = resolvePath(key);
    const draft = join(drafts, createPublicId());
    try {
      await writeDraft(draft);
      await moveInto(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
  const list = (key: string) =>
    readdir(resolvePath(key)).catch(ignoreErrors(["ENOENT"], [] as string[]));

  return {
    read: (key) => readFile(resolvePath(key)).catch(ignoreErrors(["ENOENT"], undefined)),
    write: (key, content) =>
      writeByDraft(key, (draft) => writeFile(draft, content, { mode: 0o600 })),
    writeStream: (key, content) =>
      writeByDraft(key, (draft) => pipeline(content, createWriteStream(draft, { mode: 0o600 }))),
    readStream: async (key) => {
      const file = await open(resolvePath(key)).catch(ignoreErrors(["ENOENT"], undefined));
      return file?.createReadStream();
    },
    remove: (key) => rm(resolvePath(key), { force: true }),
    list,
    removeAll: async (key) => {
      for (const name of await list(key)) {
        await unlink(join(resolvePath(key), name)).catch(ignoreErrors(["ENOENT"], undefined));
      }
      // Not recursive: a folder that has new files must stay.
      await rmdir(resolvePath(key)).catch(
        ignoreErrors(["ENOENT", "ENOTEMPTY", "EEXIST"], undefined),
      );
    },
  };
}

async function moveInto(draft: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      return await rename(draft, target);
    } catch (error) {
      if ((error as FileError).code !== "ENOENT" || attempt === maxMoveAttempts) throw error;
    }
  }
}

/** Removes the drafts of killed processes. */
function removeAbandonedDrafts(drafts: string): void {
  for (const name of readdirSync(drafts)) {
    const draft = join(drafts, name);
    // Recent drafts may belong to another running process.
    const written = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > draftLifetime) rmSync(draft, { force: true });
  }
}

/** Returns `value` for errors with these codes and rethrows others. */
function ignoreErrors<T>(codes: readonly string[], value: T) {
  return (error: FileError): T => {
    if (error.code !== undefined && codes.includes(error.code)) return value;
    throw error;
  };
}
