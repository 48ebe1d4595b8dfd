import { setImmediate } from "node:timers/promises";
import { importPartBytes } from "@toibako/contract/archives/import.ts";
import type { Db } from "#platform/database/db.ts";
import type { Services } from "#platform/services.ts";
import type { FilterSources } from "../../filters/filter.ts";
import { importArchiveJob } from "../job-definitions.ts";
import { type ImportedKind, importedKinds, readDescription } from "../policy/brought.ts";
import { readLimits } from "../policy/limits.ts";
import { listBroughtPages } from "../queries/brought.ts";
import { formatAnswerKey, listOwnAnswers } from "../queries/own-answers.ts";
import { bringProfile } from "./bring-profile.ts";
import {
  type Batch,
  type ClaimedImport,
  claimImport,
  deleteStoppedImport,
  failImport,
  finishImport,
  type ImportRun,
  isRunning,
  readFreeBytes,
  storeBatch,
  storeTotal,
} from "./imports.ts";
import { formatContentKey, readBrought } from "./read-record.ts";
import { type ArchiveReader, InvalidArchive, openArchive, readJson } from "./read-zip.ts";
import { readPart, removeUnwantedUpload } from "./uploads.ts";

/** How many records one statement stores. */
const batchSize = 200;
/** After this many characters, the import lets other work of the process run. */
const charactersPerTurn = 20_000;
/** How many characters a record without content counts for. */
const charactersPerInvalidRecord = 1_000;

/** The import was stopped or replaced, its account was left, or another attempt continues it. */
class ImportStopped extends Error {}

/**
 * Imports the content of an uploaded archive. Memory use does not grow with the number of records. After a crash, the
 * next attempt continues after the last stored batch.
 */
export async function importArchive(
  services: Services,
  { wordLists }: Pick<FilterSources, "wordLists">,
  importRun: ImportRun,
): Promise<void> {
  const { db } = services;
  const claimed = await claimImport(db, importRun);
  if (!claimed) return removeLeftUpload(services, importRun);
  try {
    const archive = await openUpload(services, claimed);
    const total = await readTotal(archive);
    await storeTotal(db, importRun, total);
    await bringAnswers(services, wordLists, importRun, claimed.batches, archive);
    await finishImport(db, importRun, await bringProfile(services, importRun.user_pk, archive));
  } catch (error) {
    await handleError(db, importRun, claimed, error);
  }
  await removeLeftUpload(services, importRun);
  await removeUnwantedUpload(services, claimed.file_id);
  const { account } = claimed;
  services.bus.publish("pages", { paths: listBroughtPages(account) });
}

/** Stores why an import failed; rethrows errors after which another attempt may succeed. */
async function handleError(
  db: Db,
  importRun: ImportRun,
  { attempts }: ClaimedImport,
  error: unknown,
): Promise<void> {
  if (error instanceof ImportStopped) return;
  if (error instanceof InvalidArchive) return failImport(db, importRun, error.failure);
  // The request that stopped the import also removes the uploaded parts.
  if (!(await isRunning(db, importRun))) return;
  if (attempts > importArchiveJob.retries.limit) await failImport(db, importRun, "lost");
  throw error;
}

/** Removes the import and its upload if the account was left meanwhile. */
async function removeLeftUpload(services: Services, importRun: ImportRun): Promise<void> {
  const file_id = await deleteStoppedImport(services.db, importRun);
  if (file_id !== undefined) await removeUnwantedUpload(services, file_id);
}

function openUpload(services: Services, { file_id, bytes }: ClaimedImport): Promise<ArchiveReader> {
  return openArchive({
    bytes,
    partBytes: importPartBytes,
    readPart: (number) => readPart(services, file_id, number),
  });
}

/** How many answers the archive claims to have. */
async function readTotal(archive: ArchiveReader): Promise<number> {
  const total = readDescription(await readJson(archive, "data/archive.json"));
  if (typeof total === "string") throw new InvalidArchive(total);
  return total;
}

interface ReadRecord {
  kind: ImportedKind;
  record: unknown;
}

/** Reads the records of all files, one file at a time. */
async function* readRecords(archive: ArchiveReader): AsyncGenerator<ReadRecord> {
  let count = 0;
  for (const kind of importedKinds) {
    const paths = [...archive.sizes.keys()].filter((path) => path.startsWith(`data/${kind}-`));
    for (const path of paths) {
      const records = await readJson(archive, path);
      if (!Array.isArray(records)) throw new InvalidArchive("damaged");
      count += records.length;
      if (records.length > readLimits.recordsPerFile || count > readLimits.records) {
        throw new InvalidArchive("unsafe");
      }
      for (const record of records) yield { kind, record };
    }
  }
}

/** Stores the answers of an archive, except the first `storedBatches` batches. */
async function bringAnswers(
  { db, secrets }: Services,
  wordLists: FilterSources["wordLists"],
  importRun: ImportRun,
  storedBatches: number,
  archive: ArchiveReader,
): Promise<void> {
  const ownAnswers = await listOwnAnswers(db, importRun.user_pk);
  // How often each content has occurred so far, by the id of its first occurrence.
  const occurrences = new Map<string, number>();
  const createId = (key: string) => {
    const id = secrets.broughtAnswerId(importRun.user_pk, key, 1);
    const occurrence = (occurrences.get(id) ?? 0) + 1;
    occurrences.set(id, occurrence);
    return occurrence === 1 ? id : secrets.broughtAnswerId(importRun.user_pk, key, occurrence);
  };
  let freeBytes = await readFreeBytes(db, importRun);
  let batchNumber = 0;
  let batch = createBatch();
  let characters = 0;
  const store = async () => {
    if (batchNumber >= storedBatches) {
      const storedBytes = await storeBatch(db, importRun, batchNumber, batch, freeBytes);
      if (storedBytes === undefined) throw new ImportStopped();
      freeBytes -= storedBytes;
    }
    batchNumber += 1;
    batch = createBatch();
  };
  for await (const { kind, record } of readRecords(archive)) {
    const content = readBrought(kind, record, wordLists);
    if (content === "malformed" || content === "refused") batch[content] += 1;
    else if (ownAnswers.has(formatAnswerKey(content))) batch.own += 1;
    else batch.records.push({ ...content, id: createId(formatContentKey(content)) });
    if (countRecords(batch) >= batchSize) await store();
    characters +=
      typeof content === "string"
        ? charactersPerInvalidRecord
        : content.body.length + content.text.length;
    if (characters >= charactersPerTurn) {
      characters = 0;
      await setImmediate();
    }
  }
  if (countRecords(batch) > 0) await store();
}

const createBatch = (): Batch => ({ records: [], own: 0, malformed: 0, refused: 0 });

const countRecords = ({ records, own, malformed, refused }: Batch) =>
  records.length + own + malformed + refused;
