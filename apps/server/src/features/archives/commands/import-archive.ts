import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { importPartBytes } from "@toibako/contract/archives/import.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import type { FilterSources } from "../../filters/filter.ts";
import { importArchiveJob } from "../job-definitions.ts";
import { type ImportedKind, importedKinds, readDescription } from "../policy/brought.ts";
import { readLimits } from "../policy/limits.ts";
import { listBroughtPages } from "../queries/brought.ts";
import { importProfile } from "./import-profile.ts";
import {
  type Batch,
  type ClaimedImport,
  claimImport,
  deleteImportOfLeftAccount,
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
/** How many characters an invalid record counts as. */
const charactersPerInvalidRecord = 1_000;

/** Thrown if the import was stopped or replaced, its account was left, or another attempt continues it. */
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
  if (!claimed) return removeUploadOfLeftAccount(services, importRun);
  try {
    const archive = await openUpload(services, claimed);
    const total = await readTotal(archive);
    await storeTotal(db, importRun, total);
    await importAnswers(services, wordLists, importRun, claimed.batches, archive);
    await finishImport(db, importRun, await importProfile(services, importRun.user_pk, archive));
  } catch (error) {
    await storeFailure(db, importRun, claimed, error);
  }
  await removeUploadOfLeftAccount(services, importRun);
  await removeUnwantedUpload(services, claimed.file_id);
  const { account } = claimed;
  services.bus.publish("pages", { paths: listBroughtPages(account) });
}

/** Stores why an import failed. Rethrows errors after which another attempt may succeed. */
async function storeFailure(
  db: Db,
  importRun: ImportRun,
  { attempts }: ClaimedImport,
  error: unknown,
): Promise<void> {
  if (error instanceof ImportStopped) return;
  if (error instanceof InvalidArchive) return failImport(db, importRun, error.failure);
  // The request that stopped the import has removed the uploaded parts, so that reading them fails.
  if (!(await isRunning(db, importRun))) return;
  if (attempts > importArchiveJob.retries.limit) await failImport(db, importRun, "lost");
  throw error;
}

/** Removes the import and its upload if the account has been left. */
async function removeUploadOfLeftAccount(services: Services, importRun: ImportRun): Promise<void> {
  const file_id = await deleteImportOfLeftAccount(services.db, importRun);
  if (file_id !== undefined) await removeUnwantedUpload(services, file_id);
}

function openUpload(services: Services, { file_id, bytes }: ClaimedImport): Promise<ArchiveReader> {
  return openArchive({
    bytes,
    partBytes: importPartBytes,
    readPart: (number) => readPart(services, file_id, number),
  });
}

/** Returns the number of answers that the archive states, which may be wrong. */
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
async function importAnswers(
  { db, secrets }: Services,
  wordLists: FilterSources["wordLists"],
  importRun: ImportRun,
  storedBatches: number,
  archive: ArchiveReader,
): Promise<void> {
  const ownAnswerKeys = await listOwnAnswerKeys(db, importRun.user_pk);
  const createId = createIdGenerator(secrets, importRun.user_pk);
  let freeBytes = await readFreeBytes(db, importRun);
  let batchNumber = 0;
  let batch = createBatch();
  let characters = 0;
  const finishBatch = async () => {
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
    else if (ownAnswerKeys.has(formatAnswerKey(content))) batch.own += 1;
    else batch.records.push({ ...content, id: createId(formatContentKey(content)) });
    if (countRecords(batch) >= batchSize) await finishBatch();
    characters +=
      typeof content === "string"
        ? charactersPerInvalidRecord
        : content.body.length + content.text.length;
    if (characters >= charactersPerTurn) {
      characters = 0;
      await setImmediate();
    }
  }
  if (countRecords(batch) > 0) await finishBatch();
}

/**
 * Creates a function that derives the id of an answer from its content. Equal answers of one archive get different
 * ids by their order, so that all are imported, and a second import finds the same ids.
 */
function createIdGenerator(secrets: Services["secrets"], user_pk: number) {
  const occurrencesByFirstId = new Map<string, number>();
  return (contentKey: string): string => {
    const firstId = secrets.deriveBroughtAnswerId(user_pk, contentKey, 1);
    const occurrence = (occurrencesByFirstId.get(firstId) ?? 0) + 1;
    occurrencesByFirstId.set(firstId, occurrence);
    return occurrence === 1
      ? firstId
      : secrets.deriveBroughtAnswerId(user_pk, contentKey, occurrence);
  };
}

const createBatch = (): Batch => ({ records: [], own: 0, malformed: 0, refused: 0 });

const countRecords = ({ records, own, malformed, refused }: Batch) =>
  records.length + own + malformed + refused;

/** How many of the own answers one statement reads. */
const answersPerQuery = 500;

const selectOwnAnswers = statement(
  "archives.selectOwnAnswers",
  `
  select pk, text, answered_at from answers
  where answerer_pk = :user_pk and pk < :before_pk order by pk desc limit ${answersPerQuery}`,
);

/**
 * Returns a key that is equal for an answer of this site and its record in an archive. `answered_at` has
 * milliseconds, because times in archives have no microseconds. A key has 96 bits, enough to be unique.
 */
function formatAnswerKey({ text, answered_at }: { text: string; answered_at: string }) {
  return hash("sha256", `${answered_at} ${text}`, "base64url").slice(0, 16);
}

/** Returns the keys of all answers that an account has given here. Keys take less memory than up to 100,000 texts. */
async function listOwnAnswerKeys(db: Db, user_pk: number): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let before_pk = Number.MAX_SAFE_INTEGER;
  while (true) {
    const rows = await selectOwnAnswers(db, { user_pk, before_pk });
    for (const { text, answered_at } of rows) {
      keys.add(formatAnswerKey({ text, answered_at: answered_at.toISOString() }));
    }
    const last = rows.at(-1);
    if (!last) return keys;
    before_pk = last.pk;
  }
}
