import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract as createExtract, type Header, type Pack } from "tar-stream";
import type { S3Config } from "#platform/storage/s3-config.ts";
import { StorageUnavailable } from "#platform/storage/storage.ts";
import { decryptFile } from "./encryption.ts";
import { listFiles, listKeys, readListed } from "./files.ts";
import {
  type About,
  aboutEntry,
  BackupError,
  backupFormat,
  type Manifest,
  manifestEntry,
  Sections,
} from "./format.ts";

/** Writes the entries of a backup, one after the other. */
export class ArchiveWriter {
  readonly sections = new Sections();
  readonly #pack: Pack;

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  async addFile(path: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const entry = this.#pack.entry({ name: path, size, mode: 0o600, mtime: new Date(0) });
    await pipeline(this.sections.add(path, content), entry);
  }

  async addJson(name: string, value: unknown): Promise<void> {
    const text = Buffer.from(JSON.stringify(value));
    const entry = this.#pack.entry({ name, size: text.length, mode: 0o600, mtime: new Date(0) });
    await pipeline([text], entry);
  }

  /** Adds what is in a folder; files that are deleted meanwhile are left out. */
  async addFolder(folder: string, path: string, leftOut: readonly string[] = []): Promise<void> {
    for await (const { path: name, file, is_folder } of listFiles(folder, path, leftOut)) {
      if (is_folder) {
        this.#pack.entry({ name: `${name}/`, type: "directory", mode: 0o700, mtime: new Date(0) });
      } else {
        await readListed(file, (size, content) => this.addFile(name, size, content));
      }
    }
  }

  /** Adds what is in a bucket; files that are deleted meanwhile are left out. */
  async addBucket(config: S3Config, path: string, leftOut: readonly string[]): Promise<void> {
    const { openS3 } = await import("#platform/storage/s3.ts");
    const storage = openS3(config);
    try {
      for await (const key of listKeys(storage, leftOut)) {
        const file = await storage.open(key);
        if (file) await this.addFile(`${path}/${key}`, file.size, file.content);
      }
    } finally {
      storage.close();
    }
  }
}

/** An entry as it is read; the library leaves the type of its content open. */
interface TarEntry extends AsyncIterable<Uint8Array> {
  header: Header;
}

export interface ArchiveEntry {
  path: string;
  is_folder: boolean;
  content: AsyncIterable<Uint8Array>;
}

/** Receives the entries of a backup; what it doesn't read of one is skipped. */
export type EntryReader = (entry: ArchiveEntry) => Promise<void>;

/**
 * Reads a backup to its end and compares its content with its manifest. Throws a BackupError if anything is missing or
 * was changed, or if a newer release has written it.
 */
export async function readArchive(
  file: string,
  identity: string,
  read?: EntryReader,
): Promise<Manifest> {
  const extract = createExtract();
  const sections = new Sections();
  let about: About | undefined;
  let manifest: Manifest | undefined;
  const readEntries = async () => {
    for await (const entry of extract as AsyncIterable<unknown> as AsyncIterable<TarEntry>) {
      const { name: path, type } = entry.header;
      if (manifest) throw new BackupError(`${file} is damaged: it goes on after its manifest.`);
      if (path === aboutEntry) about = checkFormat(file, await readJson<About>(entry));
      else if (!about) throw new BackupError(`${file} is no backup.`);
      else if (path === manifestEntry) manifest = await readJson<Manifest>(entry);
      else
        await readEntry({ path, is_folder: type === "directory", content: entry }, sections, read);
    }
  };
  const plain = await decryptFile(file, identity);
  const results = await Promise.allSettled([pipeline(plain, extract), readEntries()]);
  const faults = results.filter((result) => result.status === "rejected");
  const errors = faults.map(({ reason }): unknown => reason);
  const fault = errors.find((error) => error instanceof BackupError) ?? errors[0];
  if (fault instanceof BackupError) throw fault;
  // A fault of the place that is written to: of its files, which have a code of the operating system, or of its bucket.
  if (fault instanceof StorageUnavailable || (fault instanceof Error && "syscall" in fault))
    throw fault;
  if (fault !== undefined || !manifest) {
    throw new BackupError(`${file} is damaged: a part was changed, or its end is missing.`);
  }
  const { sections: stored, tables: _, audit_head: __, ledger_sum: ___, ...head } = manifest;
  const isEqual =
    JSON.stringify(sections.finish()) === JSON.stringify(stored) &&
    JSON.stringify(head) === JSON.stringify(about);
  if (!isEqual) throw new BackupError(`${file} is damaged: its content differs from its manifest.`);
  return manifest;
}

function checkFormat(file: string, about: About): About {
  if (about.format <= backupFormat) return about;
  throw new BackupError(`${file} has format ${about.format}; this release reads ${backupFormat}.`);
}

async function readEntry(
  entry: ArchiveEntry,
  sections: Sections,
  read: EntryReader | undefined,
): Promise<void> {
  const { path, is_folder } = entry;
  if (!/^(?:database|storage|pages)\/./.test(path) || path.split("/").includes("..")) {
    throw new BackupError(`the backup is damaged: it contains ${path}.`);
  }
  const content = is_folder ? entry.content : sections.add(path, entry.content);
  await read?.({ ...entry, content });
  for await (const _ of content);
}

async function readJson<T>(entry: TarEntry): Promise<T> {
  return JSON.parse((await buffer(entry)).toString()) as T;
}
