import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import type { ArchiveImportFailure } from "@toibako/contract/archives/import.ts";
import { LRUCache } from "lru-cache";
import {
  type Entry,
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from "yauzl";
import { isBomb, readLimits } from "../policy/limits.ts";

/** Thrown for a file that can't be imported. */
export class InvalidArchive extends Error {
  override name = "InvalidArchive";
  failure: ArchiveImportFailure;

  constructor(failure: ArchiveImportFailure, cause?: unknown) {
    super(`the archive is ${failure}`, { cause });
    this.failure = failure;
  }
}

/** A ZIP file that is stored in parts, all of the same length except the last one. */
export interface FileParts {
  bytes: number;
  partBytes: number;
  /** Throws if a part can't be read. */
  readPart(number: number): Promise<Buffer>;
}

/** How many decrypted parts are kept: entries are read in the order of the file, and the list of entries is at its end. */
const maxKeptParts = 4;

/** Lets the ZIP library read a file that is stored in parts. */
class PartsReader extends RandomAccessReader {
  /** The error of a part that couldn't be read from storage; the ZIP itself may be valid. */
  storageError: Error | undefined;
  readonly #parts: FileParts;
  readonly #kept = new LRUCache<number, Promise<Buffer>>({ max: maxKeptParts });

  constructor(parts: FileParts) {
    super();
    this.#parts = parts;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#readRange(start, end), { objectMode: false });
  }

  // The library reads each entry of the list by this method; its own implementation creates streams for that.
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copyRange(target, offset, length, position).then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  }

  async #copyRange(target: Buffer, offset: number, length: number, position: number) {
    let written = offset;
    for await (const chunk of this.#readRange(position, position + length)) {
      written += chunk.copy(target, written);
    }
  }

  async *#readRange(start: number, end: number) {
    const { partBytes, bytes } = this.#parts;
    const rangeEnd = Math.min(end, bytes);
    let position = start;
    while (position < rangeEnd) {
      const number = Math.floor(position / partBytes);
      const partStart = number * partBytes;
      const content = await this.#readPart(number);
      yield content.subarray(position - partStart, rangeEnd - partStart);
      position = partStart + partBytes;
    }
  }

  #readPart(number: number): Promise<Buffer> {
    const kept = this.#kept.get(number);
    if (kept) return kept;
    const content = this.#parts.readPart(number).catch((error: unknown) => {
      this.storageError =
        error instanceof Error ? error : new Error("a part can't be read", { cause: error });
      throw this.storageError;
    });
    this.#kept.set(number, content);
    return content;
  }
}

/** The files of an archive that an import reads. */
export interface ArchiveReader {
  /** The paths in the order of the ZIP, each with the size of the unpacked file. */
  sizes: ReadonlyMap<string, number>;
  /** Unpacks a file of `sizes`; throws InvalidArchive. */
  read(path: string): Promise<Buffer>;
}

// Matches the files that an import reads, such as `data/answers-0001.json`. All may be in one folder, because people
// unpack an archive and pack its folder again. Paths are only keys of a map; no file is written to them.
const importedPath =
  /^(?<folder>[^/]{1,255}\/)?(?<path>data\/(?:archive|account|(?:answers|brought)-\d{4,6})\.json|pictures\/profile\.webp)$/;
const descriptionPath = "data/archive.json";

/** The bytes of the header before the content of a file, without the file's name. */
const localHeaderBytes = 30;

/** Lists the files of a ZIP and checks their names, number, places and sizes; throws InvalidArchive. */
export async function openArchive(parts: FileParts): Promise<ArchiveReader> {
  const reader = new PartsReader(parts);
  const convertErrors = createErrorConverter(reader);
  const zip = await convertErrors("not_zip", () =>
    fromRandomAccessReaderPromise(reader, parts.bytes, { autoClose: false, decodeStrings: false }),
  );
  const entries = await convertErrors("damaged", () => listImportedEntries(zip));
  return {
    sizes: new Map([...entries].map(([path, entry]) => [path, entry.uncompressedSize])),
    read: (path) =>
      convertErrors("damaged", async () => {
        const entry = entries.get(path);
        if (!entry) throw new InvalidArchive("damaged");
        const content = await buffer(await zip.openReadStreamPromise(entry));
        if (crc32(content) !== entry.crc32) throw new InvalidArchive("damaged");
        return content;
      }),
  };
}

/** Creates a function that converts errors of the ZIP library to InvalidArchive and rethrows errors of storage. */
function createErrorConverter(reader: PartsReader) {
  return async <T>(failure: ArchiveImportFailure, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (reader.storageError) throw reader.storageError;
      throw error instanceof InvalidArchive ? error : new InvalidArchive(failure, error);
    }
  };
}

/**
 * Returns the entries that an import reads in the order of the file, by their paths relative to the folder that contains
 * `data/`.
 */
async function listImportedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > readLimits.files) throw new InvalidArchive("unsafe");
  const folders = new Map<string, Map<string, Entry>>();
  let headerBytes = 0;
  for await (const entry of zip.eachEntry()) {
    headerBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (headerBytes > readLimits.headerBytes) throw new InvalidArchive("unsafe");
    const name = entry.fileNameRaw.toString("latin1");
    if (validateFileName(name) !== null) throw new InvalidArchive("unsafe");
    const { folder = "", path } = importedPath.exec(name)?.groups ?? {};
    if (path === undefined) continue;
    const entries = folders.get(folder) ?? new Map<string, Entry>();
    if (entries.has(path)) throw new InvalidArchive("unsafe");
    folders.set(folder, entries.set(path, entry));
  }
  const candidates = [...folders.values()].filter((entries) => entries.has(descriptionPath));
  const [entries] = candidates;
  if (!entries || candidates.length > 1) throw new InvalidArchive("foreign");
  const sorted = [...entries].sort(
    ([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  checkSizes(sorted);
  return new Map(sorted);
}

/**
 * Checks that entries in the order of the file have acceptable sizes, and that none shares bytes with the next one.
 * Otherwise a small file could have thousands of entries that all unpack the same bytes.
 */
function checkSizes(entries: [path: string, entry: Entry][]): void {
  let packed = 0;
  let unpacked = 0;
  let end = 0;
  for (const [path, entry] of entries) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) throw new InvalidArchive("unsafe");
    end = start + localHeaderBytes + entry.fileNameLength + entry.compressedSize;
    if (!entry.canDecodeFileData()) throw new InvalidArchive("damaged");
    // The import leaves out a profile or a picture that is too large.
    if (!isRecordFile(path)) continue;
    if (entry.uncompressedSize > readLimits.dataBytes) throw new InvalidArchive("unsafe");
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
  }
  if (isBomb(packed, unpacked)) throw new InvalidArchive("unsafe");
}

const isRecordFile = (path: string) => /^data\/(answers|brought|archive)/.test(path);
