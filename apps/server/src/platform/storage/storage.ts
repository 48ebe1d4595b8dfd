import type { Readable } from "node:stream";

/**
 * Stores pictures and archives. Keys are relative paths of `A-Za-z0-9_-./` without "..". All methods may
 * run at the same time, in several processes as well. They throw `StorageUnavailable` if the store does not
 * respond or refuses.
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
  /** The names of the files and folders in a folder; empty if it does not exist. */
  list(folder: string): Promise<string[]>;
  /**
   * Removes a folder and its files. If another process writes a file at the same time, that file and
   * the folder may remain.
   */
  removeAll(folder: string): Promise<void>;
}

/** A store on the network failed. Its `code` is the reason, such as `AccessDenied` or `ECONNREFUSED`. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
  readonly code: string;

  constructor(code: string) {
    super(`the store of files is unavailable: ${code}`);
    this.code = code;
  }
}

/** Returns the key of a file or folder; throws if it is malformed. */
export function requireKey(key: string): string {
  if (/^[\w-]+(\/[\w-]+)*(\.\w+)?$/.test(key)) return key;
  throw new Error("a storage key is malformed");
}
