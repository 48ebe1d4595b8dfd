import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { importPartBytes } from "@toibako/contract/archives/import.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import type { FilterSources } from "../../filters/filter.ts";
import { readStamps, type Stamp } from "../../stamps/queries.ts";
import { importArchiveJob } from "../job-definitions.ts";
import { readLimits } from "../policy/limits.ts";
import type { AnswerRecord, BroughtRecord } from "../policy/records.ts";
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
  yieldImport,
} from "./imports.ts";
import { readJson } from "./read-json.ts";
import { formatContentKey, readBrought } from "./read-record.ts";
import { type ArchiveReader, InvalidArchive, openArchive } from "./read-zip.ts";
import { readPart, removeUnwantedUpload } from "./uploads.ts";

/** How many records one statement stores. */
const batchSize = 200;
/**
 * The position of an import is the number of its file times this, plus the number of the batch in the file. No file has
 * that many batches.
 */
const positionsPerFile = 1 + Math.ceil(readLimits.recordsPerFile / batchSize);
/** After this time an import lets those of other accounts continue first. */
const turnMilliseconds = 15_000;
/** After this many characters, the import lets other work of the process run. */
const charactersPerTurn = 20_000;
/** How many characters an invalid record counts as. */
const charactersPerInvalidRecord = 1_000;

/** Thrown if the import was stopped or replaced, its account was left, or another attempt continues it. */
class ImportStopped extends Error {}

/**
 * Imports the content of an uploaded archive, for `turnMilliseconds` at a time if others wait. Memory use does not grow with
 * the number of records. After a crash, the next attempt continues after the last stored batch.
 */
export async function importArchive(
  services: Services,
  { readWordLists }: Pick<FilterSources, "readWordLists">,
  importRun: ImportRun,
  turn = turnMilliseconds,
): Promise<void> {
  const { db } = services;
  const claimed = await claimImport(db, importRun);
  if (!claimed) return removeUploadOfLeftAccount(services, importRun);
  try {
    const archive = await openUpload(services, claimed);
    const total = await readJson(archive, "description", "data/archive.json");
    if (typeof total === "string") throw new InvalidArchive(total);
    await storeTotal(db, importRun, total);
    const source = { archive, claimed, turn };
    if (!(await importAnswers(services, readWordLists, importRun, source))) return;
    const profile = await importProfile(services, importRun.user_pk, archive);
    await finishImport(db, importRun, profile);
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

interface ImportSource {
  archive: ArchiveReader;
  claimed: ClaimedImport;
  turn: number;
}

const recordFile = /^data\/(answers|brought)-/;

/** Imports the answers from the position of the import. Returns false if the import has let others run first. */
async function importAnswers(
  services: Services,
  readWordLists: FilterSources["readWordLists"],
  importRun: ImportRun,
  { archive, claimed, turn }: ImportSource,
): Promise<boolean> {
  const { db } = services;
  const known = {
    ownAnswerKeys: await listOwnAnswerKeys(db, importRun.user_pk),
    stamps: await readStamps(db),
  };
  const paths = [...archive.sizes.keys()].filter((path) => recordFile.test(path));
  const progress: Progress = {
    position: claimed.batches,
    freeBytes: await readFreeBytes(db, importRun),
  };
  let turnEnd = performance.now() + turn;
  let recordCount = claimed.progress;
  for (const [file, path] of paths.entries()) {
    const filePosition = file * positionsPerFile;
    if (filePosition + positionsPerFile <= progress.position) continue;
    const kind = path.startsWith("data/answers") ? "answers" : "brought";
    const records = await readJson(archive, kind, path);
    recordCount += records.length;
    if (recordCount > readLimits.records) throw new InvalidArchive("unsafe");
    const createBatch = createBatchReader(services, readWordLists, importRun, known);
    await storeRecords(db, importRun, records, filePosition, createBatch, progress);
    if (performance.now() < turnEnd) continue;
    if (await yieldImport(db, importRun)) return false;
    turnEnd = performance.now() + turn;
  }
  return true;
}

interface Progress {
  /** The position of the next batch to store. */
  position: number;
  freeBytes: number;
}

type RecordOfFile = AnswerRecord | BroughtRecord | null;

/** Stores the records of one file in batches, from the position of the import, which it moves. */
async function storeRecords(
  db: Db,
  importRun: ImportRun,
  records: readonly RecordOfFile[],
  filePosition: number,
  createBatch: (records: RecordOfFile[]) => Promise<Batch>,
  progress: Progress,
): Promise<void> {
  for (let start = 0; start < records.length; start += batchSize) {
    // Also for a batch that is stored already: the ids of equal answers depend on their order.
    const batch = await createBatch(records.slice(start, start + batchSize));
    const position = filePosition + start / batchSize;
    if (position < progress.position) continue;
    const isLast = start + batchSize >= records.length;
    const next_position = isLast ? filePosition + positionsPerFile : position + 1;
    const positions = { position: progress.position, next_position };
    const storedBytes = await storeBatch(db, importRun, positions, batch, progress.freeBytes);
    if (storedBytes === undefined) throw new ImportStopped();
    progress.freeBytes -= storedBytes;
    progress.position = next_position;
  }
}

/** What the records of an archive are compared with. */
interface KnownContents {
  ownAnswerKeys: ReadonlySet<string>;
  stamps: ReadonlyMap<string, Stamp>;
}

/** Creates a function that validates the records of one file, and lets other work of the process run meanwhile. */
function createBatchReader(
  { secrets }: Services,
  readWordLists: FilterSources["readWordLists"],
  { user_pk }: ImportRun,
  { ownAnswerKeys, stamps }: KnownContents,
) {
  const createId = createIdGenerator(secrets, user_pk);
  let characters = 0;
  return async (records: RecordOfFile[]): Promise<Batch> => {
    const wordLists = await readWordLists();
    const batch: Batch = { records: [], own: 0, malformed: 0, refused: 0 };
    for (const record of records) {
      const content = readBrought(record, wordLists, stamps);
      if (content === "malformed" || content === "refused") batch[content] += 1;
      else if (ownAnswerKeys.has(formatAnswerKey(content))) batch.own += 1;
      else batch.records.push({ ...content, id: createId(formatContentKey(content)) });
      characters +=
        typeof content === "string"
          ? charactersPerInvalidRecord
          : content.body.length + content.text.length;
      if (characters >= charactersPerTurn) {
        characters = 0;
        await setImmediate();
      }
    }
    return batch;
  };
}

/**
 * Creates a function that derives the id of an answer from its content. Equal answers of one file get different
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
