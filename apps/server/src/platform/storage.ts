import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { publicId } from "./secrets.ts";

/** Where pictures are kept. Keys are relative paths of `A-Za-z0-9_-./` without "..". */
export interface Storage {
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, content: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  /** The names in a folder, without drafts; none where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** A folder with all that is in it. */
  removeAll(folder: string): Promise<void>;
}

/** Files in a folder; a file appears whole or not at all. */
export function openFolder(folder: string): Storage {
  const path = (key: string) => {
    if (!/^[\w-]+(\/[\w-]+)*(\.\w+)?$/.test(key)) throw new Error("a storage key is malformed");
    return join(folder, key);
  };
  const unlessGone = <T>(gone: T) => {
    return (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return gone;
      throw error;
    };
  };
  return {
    read: (key) => readFile(path(key)).catch(unlessGone(undefined)),
    write: async (key, content) => {
      const target = path(key);
      const draft = `${target}.${publicId()}`;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(draft, content);
      await rename(draft, target);
    },
    remove: (key) => rm(path(key), { force: true }),
    list: async (folder) => {
      const names = await readdir(path(folder)).catch(unlessGone<string[]>([]));
      return names.filter((name) => name.split(".").length === 2);
    },
    removeAll: (folder) => rm(path(folder), { recursive: true, force: true }),
  };
}
