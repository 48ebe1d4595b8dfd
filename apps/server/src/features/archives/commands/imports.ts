import { type ArchiveImportFailure, maxBroughtAnswers } from "@toibako/contract/archives/import.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { importArchiveJob } from "../job-definitions.ts";
import { maxBroughtBytes } from "../policy/limits.ts";
import type { BroughtContent } from "./read-record.ts";

/** Identifies one import of an account. */
export interface ImportRun {
  user_pk: number;
  /** The random number of the import. */
  run: number;
}

const updateClaimed = statement(
  "archives.claimImport",
  `
  update archive_imports set status = 'running', attempts = archive_imports.attempts + 1, updated_at = now()
  from users u
  where archive_imports.user_pk = :user_pk and archive_imports.run = :run
    and archive_imports.status in ('waiting', 'running')
    and u.pk = archive_imports.user_pk and u.left_at is null
  returning archive_imports.file_id, archive_imports.bytes, archive_imports.batches,
    archive_imports.progress, archive_imports.attempts, u.account`,
);

export type ClaimedImport = Row<"archives.claimImport">;

/** Starts an attempt at an import; undefined if the import has ended or was replaced, or its account was left. */
export async function claimImport(
  db: Db,
  importRun: ImportRun,
): Promise<ClaimedImport | undefined> {
  return (await updateClaimed(db, { ...importRun }))[0];
}

const updateTotal = statement(
  "archives.updateImportTotal",
  `
  update archive_imports set total = :total, updated_at = now()
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

export async function storeTotal(db: Db, importRun: ImportRun, total: number): Promise<void> {
  await updateTotal(db, { ...importRun, total });
}

// Stores nothing if the import doesn't run, its account was left or another attempt has stored this batch. Stores the
// newest new records until `free_bytes` or the maximum number of answers of the account is reached. The other records
// are only counted in the import's report.
const insertBatch = statement(
  "archives.insertBroughtAnswers",
  `
  with running_import as (
    select archive_imports.user_pk, u.brought_answers_count
    from archive_imports join users u on u.pk = archive_imports.user_pk
    where archive_imports.user_pk = :user_pk and archive_imports.run = :run
      and archive_imports.status = 'running' and archive_imports.batches = :position and u.left_at is null
    for no key update of archive_imports, u
  ), records as (
    select given.* from running_import, jsonb_to_recordset(:records::jsonb) as given (
      id text, type text, body text, stamp_id text, options text[], locale text,
      asked_hour timestamptz, is_sensitive boolean, text text, chosen_option integer,
      answered_at timestamptz)
  ), new_records as (
    select records.* from records
    where not exists (select from brought_answers where brought_answers.id = records.id) and not exists (
      select from hidden_contents where kind = 'brought_answer' and object = records.id
    )
  ), measured_records as (
    select new_records.*, sum(octet_length(body) + octet_length(text))
      over (order by answered_at desc, id) as bytes
    from new_records
  ), stored_answers as (
    insert into brought_answers (user_pk, id, type, body, stamp_id, options, locale, asked_hour,
      is_sensitive, text, chosen_option, answered_at)
    select running_import.user_pk, measured.id, measured.type, measured.body, measured.stamp_id,
      measured.options, measured.locale, measured.asked_hour, measured.is_sensitive, measured.text,
      measured.chosen_option, measured.answered_at
    from running_import, measured_records measured
    where measured.bytes <= :free_bytes::bigint
    order by measured.answered_at desc, measured.id
    limit greatest(0, ${maxBroughtAnswers} - (select brought_answers_count from running_import))
    on conflict (id) do nothing
    returning octet_length(body) + octet_length(text) as bytes
  ), counts as (
    select (select count(*) from records)::int as all_records,
      (select count(*) from new_records)::int as new_records,
      (select count(*) from stored_answers)::int as stored
  ), counted_user as (
    update users u set brought_answers_count = u.brought_answers_count + counts.stored
    from running_import, counts where u.pk = running_import.user_pk and counts.stored > 0
  )
  update archive_imports set
    batches = :next_position, updated_at = now(),
    progress = archive_imports.progress + counts.all_records + :own::int + :malformed::int + :refused::int,
    brought_count = archive_imports.brought_count + counts.stored,
    known_count = archive_imports.known_count + counts.all_records - counts.new_records + :own::int,
    surplus_count = archive_imports.surplus_count + counts.new_records - counts.stored,
    malformed_count = archive_imports.malformed_count + :malformed::int,
    refused_count = archive_imports.refused_count + :refused::int
  from running_import, counts where archive_imports.user_pk = running_import.user_pk
  returning (select coalesce(sum(bytes), 0) from stored_answers)::bigint as "stored_bytes!"`,
);

const sumStoredBytes = statement(
  "archives.sumBroughtBytes",
  `
  select coalesce(sum(octet_length(body) + octet_length(text)), 0)::bigint as "bytes!"
  from brought_answers where user_pk = :user_pk`,
);

/** Returns how many bytes of texts the account may still import. */
export async function readFreeBytes(db: Db, { user_pk }: ImportRun): Promise<number> {
  const [stored] = await sumStoredBytes(db, { user_pk });
  return maxBroughtBytes - (stored?.bytes ?? 0);
}

export interface Batch {
  /** The valid answers. */
  records: (BroughtContent & { id: string })[];
  /** The number of answers that the importing account itself has given on this site. */
  own: number;
  malformed: number;
  refused: number;
}

/**
 * Stores, at the import's `position`, the newest answers of a batch whose texts together fit into `free_bytes`. Returns the bytes of the stored
 * texts, or undefined if the import no longer runs or another attempt has stored the batch.
 */
export async function storeBatch(
  db: Db,
  importRun: ImportRun,
  positions: { position: number; next_position: number },
  { records, ...counts }: Batch,
  free_bytes: number,
): Promise<number | undefined> {
  const stored = await insertBatch(db, {
    ...importRun,
    ...positions,
    records: JSON.stringify(records),
    ...counts,
    free_bytes,
  });
  return stored[0]?.stored_bytes;
}

const updateYielded = statement(
  "archives.yieldImport",
  `
  with yielded_import as (
    update archive_imports set status = 'waiting', attempts = 0, updated_at = now()
    where user_pk = :user_pk and run = :run and status = 'running'
      and exists (select from archive_imports other where other.status = 'waiting')
    returning user_pk, run
  ), enqueued_jobs as (
    ${enqueueSql([importArchiveJob], "yielded_import")}
  )
  select user_pk from yielded_import`,
);

/** Lets the imports of other accounts run first, if any waits; a new job continues the import. Returns whether it did. */
export async function yieldImport(db: Db, importRun: ImportRun): Promise<boolean> {
  return (await updateYielded(db, { ...importRun })).length > 0;
}

const updateFinished = statement(
  "archives.finishImport",
  `
  update archive_imports set status = 'done', updated_at = now(), words_count = :words_count,
    has_brought_introduction = :has_brought_introduction, has_brought_picture = :has_brought_picture
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

/** What an import has stored apart from answers. */
export interface ImportedProfile {
  words_count: number;
  has_brought_introduction: boolean;
  has_brought_picture: boolean;
}

export async function finishImport(
  db: Db,
  importRun: ImportRun,
  profile: ImportedProfile,
): Promise<void> {
  await updateFinished(db, { ...importRun, ...profile });
}

const updateFailed = statement(
  "archives.failImport",
  `
  update archive_imports set status = 'failed', failure = :failure, updated_at = now()
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

export async function failImport(
  db: Db,
  importRun: ImportRun,
  failure: ArchiveImportFailure,
): Promise<void> {
  await updateFailed(db, { ...importRun, failure });
}

const deleteIfLeft = statement(
  "archives.deleteImportOfLeftAccount",
  `
  delete from archive_imports using users u
  where archive_imports.user_pk = :user_pk and archive_imports.run = :run
    and u.pk = archive_imports.user_pk and u.left_at is not null
  returning archive_imports.file_id`,
);

/** Deletes the import of an account that was left; returns the id of its upload. */
export async function deleteImportOfLeftAccount(
  db: Db,
  importRun: ImportRun,
): Promise<string | undefined> {
  return (await deleteIfLeft(db, { ...importRun }))[0]?.file_id;
}

const selectRunningImport = statement(
  "archives.selectRunningImport",
  `
  select archive_imports.user_pk
  from archive_imports join users u on u.pk = archive_imports.user_pk and u.left_at is null
  where archive_imports.user_pk = :user_pk and archive_imports.run = :run and archive_imports.status = 'running'`,
);

/** Whether the import still runs: it was neither stopped nor replaced, and its account was not left. */
export async function isRunning(db: Db, importRun: ImportRun): Promise<boolean> {
  return (await selectRunningImport(db, { ...importRun })).length > 0;
}
