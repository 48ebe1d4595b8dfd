import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { publicId } from "./secrets.ts";

/** Where pictures are kept. Keys are relative paths of `A-Za-z0-9_-./` without "..". */
export interface Storage {
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, content: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Files in a folder; a file appears whole or not at all. */
export function openFolder(folder: string): Storage {
  const path = (key: string) => {
    if (!/^[\w-]+(\/[\w-]+)*(\.\w+)?$/.test(key)) throw new Error("a storage key is malformed");
    return join(folder, key);
  };
  return {
    read: (key) =>
      readFile(path(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      }),
    write: async (key, content) => {
      const target = path(key);
      const draft = `${target}.${publicId()}`;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(draft, content);
      await rename(draft, target);
    },
    remove: (key) => rm(path(key), { force: true }),
  };
}
