import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { inspectArchive } from "./inspect-archive.ts";

/** Version 2.0 of the ZIP format. */
const zipVersion = 20;
const deflateMethod = 8;
const headerBytes = 30;

/**
 * Packs files into a ZIP file: a header and the content of each file, a list with an entry for each file,
 * and an end record. The offsets are those of the ZIP format. `sharedFields` are the same in a header and
 * in an entry.
 */
function pack(files: Record<string, string>, { isDeflated = true } = {}): Blob {
  const parts: Buffer[] = [];
  const listParts: Buffer[] = [];
  let headerStart = 0;
  for (const [path, text] of Object.entries(files)) {
    const content = isDeflated ? deflateRawSync(text) : Buffer.from(text);
    const sharedFields = Buffer.alloc(26);
    sharedFields.writeUInt16LE(zipVersion, 0);
    sharedFields.writeUInt16LE(isDeflated ? deflateMethod : 0, 4);
    sharedFields.writeUInt32LE(crc32(text), 10);
    sharedFields.writeUInt32LE(content.length, 14);
    sharedFields.writeUInt32LE(Buffer.byteLength(text), 18);
    sharedFields.writeUInt16LE(path.length, 22);
    const entryFields = Buffer.alloc(14);
    entryFields.writeUInt32LE(headerStart, 10);
    parts.push(Buffer.from("PK\x03\x04"), sharedFields, Buffer.from(path), content);
    listParts.push(Buffer.from("PK\x01\x02\x14\x00"), sharedFields, entryFields, Buffer.from(path));
    headerStart += headerBytes + path.length + content.length;
  }
  const list = Buffer.concat(listParts);
  const endFields = Buffer.alloc(18);
  endFields.writeUInt16LE(Object.keys(files).length, 6);
  endFields.writeUInt32LE(list.length, 8);
  endFields.writeUInt32LE(headerStart, 12);
  return new Blob(
    [...parts, list, Buffer.from("PK\x05\x06"), endFields].map((part) => new Uint8Array(part)),
  );
}

const formatDescription = (version: number, answers: number, brought?: number) =>
  JSON.stringify({
    format: "toibako-archive",
    version,
    counts: {
      answers: { records: answers, files: 1 },
      ...(brought === undefined ? {} : { brought: { records: brought, files: 1 } }),
    },
  });

test("SET-22 the answers of an archive are counted, also if the archive was unpacked and packed again", async () => {
  const description = formatDescription(1, 1200, 3);
  const files = { "index.html": "<h1>", "data/archive.json": description };
  expect(await inspectArchive(pack(files))).toEqual({ answers: 1203 });
  expect(await inspectArchive(pack(files, { isDeflated: false }))).toEqual({ answers: 1203 });
  const packedAgain = { "my archive/data/archive.json": formatDescription(1, 2) };
  expect(await inspectArchive(pack(packedAgain))).toEqual({ answers: 2 });
});

test("SET-22 a file of another kind, an incomplete archive and one of a newer version are refused before the upload", async () => {
  const archive = pack({ "data/archive.json": formatDescription(1, 2) });
  const refused: [string, Blob][] = [
    ["not_zip", new Blob([])],
    ["not_zip", new Blob(["no ZIP"])],
    ["not_zip", archive.slice(0, archive.size - 10)],
    ["foreign", pack({ "index.html": "<h1>" })],
    ["foreign", pack({ "data/archive.json": '{"format":"other"}' })],
    ["version", pack({ "data/archive.json": formatDescription(2, 2) })],
  ];
  for (const [failure, file] of refused) expect(await inspectArchive(file)).toEqual({ failure });
});

test("SET-22 an archive whose description the browser can't read is not refused, because the server checks it", async () => {
  const unreadable = pack({ "data/archive.json": "{" });
  expect(await inspectArchive(unreadable)).toEqual({ answers: undefined });
});
