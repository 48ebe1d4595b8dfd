import type { ImportFailure } from "@toibako/contract/archives/import.ts";

/** What a chosen file is: why it can't be imported, or how many answers it has if that could be read. */
export type Inspection = { failure: ImportFailure } | { answers: number | undefined };

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
/** The end of a ZIP file may be followed by a comment. */
const maxCommentBytes = 65_535;
const headerBytes = 30;
/** A larger list of files or description is left to the server. */
const maxReadBytes = 4 * 1024 * 1024;

const descriptionPath = /^([^/]{1,255}\/)?data\/archive\.json$/;
/** The newest version of the archive's format that the server imports. */
const readableVersion = 1;

/**
 * Reads the description in a chosen archive, so that the reader learns before the upload what will come, or that the
 * file is none. The server checks all of it again, and the files that this function can't read.
 */
export async function inspectArchive(file: Blob): Promise<Inspection> {
  const tail = await readRange(file, Math.max(0, file.size - endBytes - maxCommentBytes));
  const end = findEnd(tail);
  if (end === undefined) return { failure: "not_zip" };
  const listBytes = tail.getUint32(end + 12, true);
  const listStart = tail.getUint32(end + 16, true);
  if (listBytes > maxReadBytes || listStart + listBytes > file.size) return { answers: undefined };
  const entry = findDescription(await readRange(file, listStart, listBytes));
  if (!entry) return { failure: "foreign" };
  try {
    return readDescription(JSON.parse(await unpack(file, entry)) as Description);
  } catch {
    return { answers: undefined };
  }
}

async function readRange(file: Blob, start: number, length?: number): Promise<DataView> {
  const end = length === undefined ? file.size : start + length;
  return new DataView(await file.slice(start, end).arrayBuffer());
}

/** The place of the record that ends a ZIP file. */
function findEnd(tail: DataView): number | undefined {
  for (let place = tail.byteLength - endBytes; place >= 0; place -= 1) {
    if (tail.getUint32(place, true) === endSignature) return place;
  }
  return undefined;
}

interface Entry {
  isDeflated: boolean;
  packedBytes: number;
  start: number;
}

/** Finds the description in the list of the files. */
function findDescription(list: DataView): Entry | undefined {
  const decoder = new TextDecoder("latin1");
  let place = 0;
  while (place + 46 <= list.byteLength && list.getUint32(place, true) === entrySignature) {
    const nameBytes = list.getUint16(place + 28, true);
    const otherBytes = list.getUint16(place + 30, true) + list.getUint16(place + 32, true);
    const name = new Uint8Array(list.buffer).subarray(place + 46, place + 46 + nameBytes);
    if (descriptionPath.test(decoder.decode(name))) {
      return {
        isDeflated: list.getUint16(place + 10, true) === 8,
        packedBytes: list.getUint32(place + 20, true),
        start: list.getUint32(place + 42, true),
      };
    }
    place += 46 + nameBytes + otherBytes;
  }
  return undefined;
}

async function unpack(file: Blob, { isDeflated, packedBytes, start }: Entry): Promise<string> {
  if (packedBytes > maxReadBytes) throw new RangeError("the description is too long");
  const header = await readRange(file, start, headerBytes);
  const content = start + headerBytes + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(content, content + packedBytes);
  if (!isDeflated) return packed.text();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

interface Description {
  format?: unknown;
  version?: unknown;
  counts?: Partial<Record<"answers" | "brought", { records?: unknown }>>;
}

function readDescription(description: Description): Inspection {
  const { format, version, counts } = description;
  if (format !== "toibako-archive") return { failure: "foreign" };
  if (typeof version === "number" && version > readableVersion) return { failure: "version" };
  const numbers = [counts?.answers?.records, counts?.brought?.records ?? 0];
  const isComplete = numbers.every((number) => typeof number === "number");
  return { answers: isComplete ? numbers.reduce((sum, number) => sum + number, 0) : undefined };
}
