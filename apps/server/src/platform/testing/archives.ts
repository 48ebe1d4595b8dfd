import { buffer } from "node:stream/consumers";
import {
  type ArchiveImport,
  importPartBytes,
  putArchivePart,
  startArchiveImport,
} from "@toibako/contract/archives/import.ts";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import type { Browser, Reply } from "./browser.ts";
import { sendFile } from "./send-file.ts";

export type ArchiveFiles = Record<string, string | Buffer>;

/** Packs files as a ZIP. */
export async function packZip(files: ArchiveFiles): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** The files of a ZIP by their paths. */
export async function unpackZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

/** Fields of a record that a test sets; `createRecord` adds the others. */
interface RecordOptions {
  body?: string;
  question?: object;
  text?: string;
  answer?: object;
  record?: object;
}

/** A record of an answer as an archive contains it. */
export function createRecord({
  body = "？",
  question,
  text = "！",
  answer,
  record,
}: RecordOptions) {
  return {
    question: {
      type: "text",
      body,
      stamp_id: null,
      options: null,
      locale: "ja",
      asked_hour: "2024-05-01T09:00:00.000Z",
      ...question,
    },
    status: "confirmed",
    is_self: false,
    is_baton: false,
    is_welcome: false,
    is_sensitive: false,
    community: null,
    answer: {
      text,
      chosen_option: null,
      answered_at: "2024-05-01T10:11:12.345Z",
      likes_count: 7,
      ...answer,
    },
    ...record,
  };
}

/** The files of an archive with these records; `otherFiles` adds or replaces files. */
export function createArchive(
  records: readonly unknown[],
  otherFiles: ArchiveFiles = {},
): ArchiveFiles {
  return {
    "data/archive.json": JSON.stringify({
      format: "toibako-archive",
      version: 1,
      made_on: "2024-06-01",
      counts: { answers: { records: records.length, files: 1 } },
    }),
    "data/answers-0001.json": JSON.stringify(records),
    ...otherFiles,
  };
}

/** Sends one part of an archive as a form does. */
export function sendPart(
  person: Browser,
  number: number,
  part: Buffer,
): Promise<Reply<ArchiveImport>> {
  const { method } = putArchivePart;
  const path = putArchivePart.path.replace(":number", String(number));
  return sendFile(person, { method, path }, part, {
    name: "part",
    type: "application/octet-stream",
  });
}

/** Cuts a file into the parts in which it is uploaded. */
export function cutParts(file: Buffer): Buffer[] {
  const count = Math.ceil(file.length / importPartBytes);
  return Array.from({ length: count }, (_, index) =>
    file.subarray(index * importPartBytes, (index + 1) * importPartBytes),
  );
}

/** Uploads a whole archive; the job that imports it then waits. */
export async function uploadArchive(person: Browser, file: Buffer, fingerprint = "a".repeat(22)) {
  await person.send(startArchiveImport, { body: { bytes: file.length, fingerprint } });
  let last: Reply<ArchiveImport> | undefined;
  for (const [number, part] of cutParts(file).entries())
    last = await sendPart(person, number, part);
  if (!last) throw new Error("an empty file can't be uploaded");
  return last;
}
