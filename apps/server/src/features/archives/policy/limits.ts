import { maxPictureBytes } from "@toibako/contract/pictures.ts";

const megabyte = 1024 * 1024;

/**
 * The limits of what an import reads. An archive of 200,000 answers has about 4,000 files; a file has at most 200
 * records or a little more than 400,000 characters.
 */
export const readLimits = {
  /** All files of the ZIP, also those that aren't read. */
  files: 20_000,
  /** The names, comments and further fields of all files together, which are kept in memory. */
  headerBytes: 4 * megabyte,
  /** One file of records. */
  dataBytes: 4 * megabyte,
  pictureBytes: maxPictureBytes,
  /** All files that are read, unpacked. Those of 100,000 answers have about 50 MB. */
  unpackedBytes: 256 * megabyte,
  recordsPerFile: 10_000,
  records: 400_000,
} as const;

/** The maximum size of the texts of all answers that an account imports; about 300,000 answers have this size. */
export const maxBroughtBytes = 128 * megabyte;

/** Above this size, the unpacked files may have at most `maxRatio` times their packed size. */
const trustedBytes = 64 * megabyte;
const maxRatio = 100;

/** Whether files of `packed` bytes that unpack to `unpacked` bytes look like a ZIP bomb, made to exhaust the server. */
export function isBomb(packed: number, unpacked: number): boolean {
  if (unpacked > readLimits.unpackedBytes) return true;
  return unpacked > trustedBytes && unpacked > packed * maxRatio;
}
