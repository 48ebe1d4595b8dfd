import { maxPictureBytes } from "@toibako/contract/pictures.ts";

const megabyte = 1024 * 1024;

/** The maximum size of a file of records that an export writes, unless a single record is larger. */
export const recordFileBytes = 700_000;

/**
 * The limits of what an import reads. For comparison: an archive of 200,000 answers has about 4,000 files, each
 * with at most 200 records.
 */
export const readLimits = {
  /** All files of the ZIP, including those that an import ignores. */
  files: 20_000,
  /** The names, comments and extra fields of all files together, which are held in memory. */
  headerBytes: 4 * megabyte,
  /** One file of JSON. */
  dataBytes: megabyte,
  /** How deep arrays and objects in a file are nested; those of an archive have five levels at most. */
  depth: 12,
  /** How long a file may take to be parsed and validated. It takes some milliseconds. */
  secondsPerFile: 30,
  /** The memory of the thread that parses files. */
  threadMegabytes: 96,
  pictureBytes: maxPictureBytes,
  /** All unpacked files that an import reads. The files of 100,000 answers have about 50 MB. */
  unpackedBytes: 256 * megabyte,
  recordsPerFile: 10_000,
  /** All records of an archive. An import that is continued counts up to `recordsPerFile` of them twice. */
  records: 400_000,
} as const;

/** The maximum size of the texts of all answers that an account imports; about 300,000 answers have this size. */
export const maxBroughtBytes = 128 * megabyte;

/**
 * Files that unpack to at most this size may have any ratio of unpacked to packed bytes; that of larger ones is at most
 * `maxRatio`.
 */
const uncheckedRatioBytes = 64 * megabyte;
const maxRatio = 100;

/** Whether files of `packed` bytes that unpack to `unpacked` bytes look like a ZIP bomb. */
export function isBomb(packed: number, unpacked: number): boolean {
  if (unpacked > readLimits.unpackedBytes) return true;
  return unpacked > uncheckedRatioBytes && unpacked > packed * maxRatio;
}
