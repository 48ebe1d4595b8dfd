import { randomBytes, randomInt } from "node:crypto";
import { findAvatar, findDefaultAvatar } from "@toibako/contract/avatars.ts";
import { formatDay } from "#platform/dates.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import type { SessionUser, SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { findSessionUser } from "../../accounts/queries.ts";
import { findPictureKey } from "../../pictures/queries.ts";
import { readAvatar } from "../../profiles/avatars.ts";
import { listSealedIdentities } from "../../questions/queries/sender.ts";
import { readStampPicture } from "../../stamps/queries.ts";
import { stylesheet } from "../pages/document.ts";
import { renderIndex } from "../pages/index-page.ts";
import { formatFileName, formatStampPath, renderRecords } from "../pages/record-pages.ts";
import { recordFileBytes } from "../policy/limits.ts";
import {
  type ArchiveRecords,
  archiveFormat,
  type RecordCounts,
  type RecordKind,
  recordKinds,
} from "../policy/records.ts";
import { findAccountRecord } from "../queries/account.ts";
import { countExported, listRecords } from "../queries/records.ts";
import {
  claimExport,
  type ExportRun,
  failExport,
  finishExport,
  formatExportKey,
  storeProgress,
} from "./exports.ts";
import { writeSealedFile } from "./sealed-files.ts";
import { createZip, type ZipWriter } from "./zip.ts";

/** The maximum number of records of a file. */
const recordsPerFile = 200;

/**
 * Maximum size of the file of random bytes in every archive. It hides the exact size of the archive, from which one
 * could infer how many questions the account has sent.
 */
const maxPaddingBytes = 256 * 1024;

/** Thrown if the export was deleted or replaced, or another attempt of its job started. */
class ExportStopped extends Error {}

/**
 * Writes the archive of an account. Memory use does not grow with the number of records. If the last attempt fails, so
 * does the export; after any other, the next attempt of the job begins anew.
 */
export async function writeExport(
  services: Services,
  exportRun: ExportRun,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const { db, storage } = services;
  const file_id = await claimExport(services, exportRun);
  if (file_id === undefined) return;
  const storage_key = formatExportKey(file_id);
  const zip = createZip(new Date());
  const storing = writeSealedFile(services, storage_key, zip.chunks);
  const filling = fillArchive(services, exportRun.user_pk, file_id, zip);
  try {
    // If storing fails, `filling` never settles, because nothing reads the ZIP any more.
    await Promise.race([filling, storing]);
    const bytes = await storing;
    if (!(await finishExport(db, file_id, bytes))) await storage.remove(storage_key);
  } catch (error) {
    zip.fail(error as Error);
    await storing.catch(() => undefined);
    if (error instanceof ExportStopped) return;
    if (isLast) await failExport(db, file_id);
    throw error;
  }
}

async function fillArchive(
  services: Services,
  user_pk: number,
  file_id: string,
  zip: ZipWriter,
): Promise<void> {
  const { db, secrets, storage } = services;
  const user = await findSessionUser(db, user_pk);
  const viewer = createAccountViewer(secrets, user, await listSealedIdentities(db, user.pk));
  const total = await countExported(db, user.pk);
  const report = async (progress: number) => {
    if (!(await storeProgress(db, file_id, progress, total))) throw new ExportStopped();
  };
  await report(0);
  const account = await findAccountRecord(services, viewer);
  const picture = await readProfilePicture(storage, user);
  await zip.add(picture.path, picture.content);
  await zip.add("data/account.json", JSON.stringify(account, null, 1));
  await zip.add("pages/style.css", stylesheet);
  const counts = await addRecords(services, viewer, zip, report);
  const made_on = new Date();
  await zip.add(
    "data/archive.json",
    JSON.stringify({ ...archiveFormat, made_on: formatDay(made_on), counts }),
  );
  await zip.add(
    "index.html",
    renderIndex({ account, picture_path: picture.path, counts, made_on, reader: user }),
  );
  await zip.add("data/padding.bin", randomBytes(randomInt(maxPaddingBytes)));
  zip.end();
}

/** The archive to which records are being added. */
interface ArchiveInProgress {
  zip: ZipWriter;
  reader: SignedIn["user"];
  counts: RecordCounts;
  /** The ids of the stamps in the records added so far. */
  stamps: Set<string>;
}

async function addRecords(
  services: Services,
  viewer: SignedIn,
  zip: ZipWriter,
  report: (progress: number) => Promise<void>,
): Promise<RecordCounts> {
  const lists = listRecords(services, viewer);
  const counts = {} as RecordCounts;
  for (const kind of recordKinds) counts[kind] = { records: 0, files: 0 };
  const archive = { zip, reader: viewer.user, counts, stamps: new Set<string>() };
  for (const kind of recordKinds) {
    const groups = groupRecords<ArchiveRecords[typeof kind]>(lists[kind]);
    for await (const group of groups) {
      await addFile(archive, kind, group);
      const { answers, brought, questions } = counts;
      await report(answers.records + brought.records + questions.records);
    }
  }
  for (const stamp_id of archive.stamps) {
    const picture = await readStampPicture(services.storage, stamp_id);
    if (picture) await zip.add(formatStampPath(stamp_id), picture);
  }
  return counts;
}

/** Adds one file of records and the page that shows it. */
async function addFile(
  { zip, reader, counts, stamps }: ArchiveInProgress,
  kind: RecordKind,
  { records, isLast }: { records: ArchiveRecords[RecordKind][]; isLast: boolean },
): Promise<void> {
  const number = ++counts[kind].files;
  counts[kind].records += records.length;
  for (const record of records) {
    if ("question" in record && record.question.stamp_id) stamps.add(record.question.stamp_id);
  }
  await zip.add(formatPath("data", kind, number, "json"), JSON.stringify(records));
  const page = renderRecords({ kind, number, isLast, records, reader });
  await zip.add(formatPath("pages", kind, number, "html"), page);
}

/** Returns the path of one file of records, such as `data/answers-0001.json`. */
function formatPath(folder: string, kind: RecordKind, number: number, type: string): string {
  return `${folder}/${formatFileName(kind, number)}.${type}`;
}

/** Groups batches of records into files of bounded size. */
async function* groupRecords<R extends object>(batches: AsyncIterable<R[]>) {
  let records: R[] = [];
  let bytes = 0;
  for await (const batch of batches) {
    for (const record of batch) {
      const recordBytes = Buffer.byteLength(JSON.stringify(record)) + 1;
      const isFull = records.length >= recordsPerFile || bytes + recordBytes > recordFileBytes;
      if (isFull && records.length > 0) {
        yield { records, isLast: false };
        records = [];
        bytes = 0;
      }
      records.push(record);
      bytes += recordBytes;
    }
  }
  if (records.length > 0) yield { records, isLast: true };
}

interface ArchivePicture {
  path: string;
  content: Buffer;
}

/** Returns the picture of an account, or else its avatar. */
async function readProfilePicture(
  storage: Storage,
  { account, icon_url }: SessionUser,
): Promise<ArchivePicture> {
  const key = findPictureKey(icon_url);
  const content = key && (await storage.read(key));
  if (content) return { path: "pictures/profile.webp", content };
  const avatar = (icon_url && findAvatar(icon_url)) || findDefaultAvatar(account);
  return { path: "pictures/profile.svg", content: readAvatar(avatar) };
}
