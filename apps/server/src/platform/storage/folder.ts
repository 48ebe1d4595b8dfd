import {
  constants,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { floorToHour } from "#platform/dates.ts";
import { millisecondsPerHour } from "#platform/durations.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { requireKey, type Storage } from "./storage.ts";

/** The random id of a folder, by which processes find out whether they share one. */
export function readFolderId(folder: string): string {
  const file = join(folder, "id");
  // Of several processes that start at once, the first one writes the id.
  try {
    writeFileSync(file, createPublicId(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as FileError).code !== "EEXIST") throw error;
  }
  const id = readFileSync(file, "utf8");
  // Afterwards, because reading changes the time of access.
  const hour = floorToHour(new Date());
  for (const path of [file, folder]) utimesSync(path, hour, hour);
  return id;
}

type FileError = NodeJS.ErrnoException;

/**
 * How often moving a draft to its place is tried. It fails if another process removes the target folder
 * while that folder is still empty.
 */
const maxMoveAttempts = 20;
/** Milliseconds after which a draft counts as abandoned. */
const draftLifetime = millisecondsPerHour;

/** Opens storage in a folder, readable by its owner only. All files and folders in it have the hour as their time. */
export function openFolder(folder: string): Storage {
  const drafts = join(folder, "drafts");
  mkdirSync(drafts, { recursive: true, mode: 0o700 });
  removeAbandonedDrafts(drafts);
  const resolvePath = (key: string) => join(folder, requireKey(key));
  /** Calls `writeDraft` with the path of a draft, and then moves the draft to its place. */
  const writeByDraft = async (key: string, writeDraft: (draft: string) => Promise<void>) => {
    const target = resolvePath(key);
    const draft = join(drafts, createPublicId());
    try {
      await writeDraft(draft);
      await setHour(draft);
      await moveInto(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await roundTimes(drafts);
      await roundTimes(dirname(target));
    }
  };
  /** Rounds the times of a folder and those above it. */
  const roundTimes = async (path: string) => {
    for (let above = path; above.startsWith(folder); above = dirname(above)) {
      await setHour(above).catch(ignoreErrors(["ENOENT"], undefined));
    }
  };
  const list = async (key: string) => {
    const names = await readdir(resolvePath(key)).catch(ignoreErrors(["ENOENT"], [] as string[]));
    await roundTimes(resolvePath(key));
    return names;
  };
  const openFile = (key: string) =>
    openUnrecorded(resolvePath(key)).catch(ignoreErrors(["ENOENT"], undefined));

  return {
    read: async (key) => {
      await using file = await openFile(key);
      return await file?.readFile();
    },
    write: (key, content) =>
      writeByDraft(key, (draft) => writeFile(draft, content, { mode: 0o600 })),
    writeStream: (key, content) =>
      writeByDraft(key, (draft) => pipeline(content, createWriteStream(draft, { mode: 0o600 }))),
    readStream: async (key) => (await openFile(key))?.createReadStream(),
    remove: async (key) => {
      await rm(resolvePath(key), { force: true });
      await roundTimes(dirname(resolvePath(key)));
    },
    list,
    removeAll: async (key) => {
      for (const name of await list(key)) {
        await unlink(join(resolvePath(key), name)).catch(ignoreErrors(["ENOENT"], undefined));
      }
      // Not recursive: a folder that has new files must stay.
      await rmdir(resolvePath(key)).catch(
        ignoreErrors(["ENOENT", "ENOTEMPTY", "EEXIST"], undefined),
      );
      await roundTimes(resolvePath(key));
    },
  };
}

/** Sets the times of a file or folder to the current hour. A more exact one would tell when a question was asked. */
async function setHour(path: string): Promise<void> {
  const hour = floorToHour(new Date());
  await utimes(path, hour, hour);
}

/** Opens a file for reading, without changing its time of access if the file belongs to this process's user. */
export function openUnrecorded(path: string): Promise<FileHandle> {
  // Only Linux has this flag.
  return open(path, constants.O_RDONLY | (constants.O_NOATIME ?? 0)).catch((error: FileError) => {
    if (error.code !== "EPERM") throw error;
    return open(path);
  });
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
