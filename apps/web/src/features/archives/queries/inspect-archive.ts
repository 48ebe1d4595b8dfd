import type { ArchiveImportFailure } from "@toibako/contract/archives/import.ts";

/** Either why the file can't be imported, or the number of its answers; undefined if that can't be read. */
export type Inspection = { failure: ArchiveImportFailure } | { answers: number | undefined };

// A ZIP file contains a header and the content of each file, then a list with an entry for each file, then an
// end record, which may have a comment. The offsets are those of fields within an end record, an entry and a
// header, in bytes.
const endSignature = 0x06054b50;
const endBytes = 22;
const endOffsets = { listBytes: 12, listStart: 16 };
const maxCommentBytes = 65_535;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const entryOffsets = {
  method: 10,
  packedBytes: 20,
  nameBytes: 28,
  extraBytes: 30,
  commentBytes: 32,
  headerStart: 42,
};
const headerBytes = 30;
const headerOffsets = { nameBytes: 26, extraBytes: 28 };
const deflateMethod = 8;
const isLittleEndian = true;

/** The maximum length of the list and of the description; the server reads what is longer. */
const maxReadBytes = 4 * 1024 * 1024;

/**
 * The path of the description. In an archive that was unpacked and packed again, it may be within a folder.
 */
const descriptionPath = /^([^/]{1,255}\/)?data\/archive\.json$/;
/** The newest version of the archive's format that the server imports. */
const newestVersion = 1;

/**
 * Reads how many answers an archive contains, and whether the file is an archive at all, so that the page can
 * say so before the upload. The server checks the uploaded file again.
 */
export async function inspectArchive(file: Blob): Promise<Inspection> {
  // The part in which the end record must be, whatever the length of its comment.
  const tail = await readRange(file, Math.max(0, file.size - endBytes - maxCommentBytes));
  const end = findEndRecord(tail);
  if (end === undefined) return { failure: "not_zip" };
  const listBytes = tail.getUint32(end + endOffsets.listBytes, isLittleEndian);
  const listStart = tail.getUint32(end + endOffsets.listStart, isLittleEndian);
  if (listBytes > maxReadBytes || listStart + listBytes > file.size) return { answers: undefined };
  const entry = findDescription(await readRange(file, listStart, listBytes));
  if (!entry) return { failure: "foreign" };
  try {
    return checkDescription(JSON.parse(await unpack(file, entry)) as Description);
  } catch {
    return { answers: undefined };
  }
}

async function readRange(file: Blob, start: number, length?: number): Promise<DataView> {
  const end = length === undefined ? file.size : start + length;
  return new DataView(await file.slice(start, end).arrayBuffer());
}

/** Returns the offset of the end record. */
function findEndRecord(tail: DataView): number | undefined {
  for (let offset = tail.byteLength - endBytes; offset >= 0; offset -= 1) {
    if (tail.getUint32(offset, isLittleEndian) === endSignature) return offset;
  }
  return undefined;
}

interface Entry {
  isDeflated: boolean;
  packedBytes: number;
  headerStart: number;
}

/** Finds the entry of the description in the list of files. */
function findDescription(list: DataView): Entry | undefined {
  const decoder = new TextDecoder("latin1");
  const bytes = new Uint8Array(list.buffer);
  let offset = 0;
  const readUint16 = (field: number) => list.getUint16(offset + field, isLittleEndian);
  const readUint32 = (field: number) => list.getUint32(offset + field, isLittleEndian);
  while (offset + entryBytes <= list.byteLength && readUint32(0) === entrySignature) {
    const nameStart = offset + entryBytes;
    const nameEnd = nameStart + readUint16(entryOffsets.nameBytes);
    if (descriptionPath.test(decoder.decode(bytes.subarray(nameStart, nameEnd)))) {
      return {
        isDeflated: readUint16(entryOffsets.method) === deflateMethod,
        packedBytes: readUint32(entryOffsets.packedBytes),
        headerStart: readUint32(entryOffsets.headerStart),
      };
    }
    offset = nameEnd + readUint16(entryOffsets.extraBytes) + readUint16(entryOffsets.commentBytes);
  }
  return undefined;
}

async function unpack(file: Blob, { isDeflated, packedBytes, headerStart }: Entry) {
  if (packedBytes > maxReadBytes) throw new RangeError("the description is too long");
  const header = await readRange(file, headerStart, headerBytes);
  const nameBytes = header.getUint16(headerOffsets.nameBytes, isLittleEndian);
  const extraBytes = header.getUint16(headerOffsets.extraBytes, isLittleEndian);
  const contentStart = headerStart + headerBytes + nameBytes + extraBytes;
  const packedContent = file.slice(contentStart, contentStart + packedBytes);
  if (!isDeflated) return packedContent.text();
  return new Response(
    packedContent.stream().pipeThrough(new DecompressionStream("deflate-raw")),
  ).text();
}

interface Description {
  format?: unknown;
  version?: unknown;
  counts?: Partial<Record<"answers" | "brought", { records?: unknown }>>;
}

function checkDescription({ format, version, counts }: Description): Inspection {
  if (format !== "toibako-archive") return { failure: "foreign" };
  if (typeof version === "number" && version > newestVersion) return { failure: "version" };
  const writtenCount = counts?.answers?.records;
  const broughtCount = counts?.brought?.records ?? 0;
  if (typeof writtenCount !== "number" || typeof broughtCount !== "number")
    return { answers: undefined };
  return { answers: writtenCount + broughtCount };
}
