import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { inspectArchive } from "./inspect-archive.ts";

/** Packs files into a ZIP. */
function pack(files: Record<string, string>, isDeflated = true): Blob {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let start = 0;
  for (const [path, text] of Object.entries(files)) {
    const content = isDeflated ? deflateRawSync(text) : Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isDeflated ? 8 : 0, 4);
    fields.writeUInt32LE(crc32(text), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(text), 18);
    fields.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(start, 10);
    parts.push(Buffer.from("PK\x03\x04"), fields, Buffer.from(path), content);
    list.push(Buffer.from("PK\x01\x02\x14\x00"), fields, place, Buffer.from(path));
    start += 30 + path.length + content.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length / 4, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(start, 12);
  return new Blob(
    [...parts, listed, Buffer.from("PK\x05\x06"), end].map((part) => new Uint8Array(part)),
  );
}

const describeCounts = (version: number, answers: number, brought?: number) =>
  JSON.stringify({
    format: "toibako-archive",
    version,
    counts: {
      answers: { records: answers, files: 1 },
      ...(brought === undefined ? {} : { brought: { records: brought, files: 1 } }),
    },
  });

test("SET-22 an archive says how many answers it has, also one that was packed again", async () => {
  const description = describeCounts(1, 1200, 3);
  const files = { "index.html": "<h1>", "data/archive.json": description };
  expect(await inspectArchive(pack(files))).toEqual({ answers: 1203 });
  expect(await inspectArchive(pack(files, false))).toEqual({ answers: 1203 });
  const again = { "my archive/data/archive.json": describeCounts(1, 2) };
  expect(await inspectArchive(pack(again))).toEqual({ answers: 2 });
});

test("SET-22 a file that is no archive, a part of one or a newer one is refused before the upload", async () => {
  const archive = pack({ "data/archive.json": describeCounts(1, 2) });
  const refused: [string, Blob][] = [
    ["not_zip", new Blob([])],
    ["not_zip", new Blob(["no ZIP"])],
    ["not_zip", archive.slice(0, archive.size - 10)],
    ["foreign", pack({ "index.html": "<h1>" })],
    ["foreign", pack({ "data/archive.json": '{"format":"other"}' })],
    ["version", pack({ "data/archive.json": describeCounts(2, 2) })],
  ];
  for (const [failure, file] of refused) expect(await inspectArchive(file)).toEqual({ failure });
});

test("SET-22 what can't be read in the browser is left to the server", async () => {
  const unreadable = pack({ "data/archive.json": "{" });
  expect(await inspectArchive(unreadable)).toEqual({ answers: undefined });
});
