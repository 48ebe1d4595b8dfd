import { randomInt } from "node:crypto";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { writeArchiveJob } from "../job-definitions.ts";
import { lostAfterMinutes } from "../queries/exports.ts";

const folder = "archives";

/** The key under which the file of an archive is stored. */
export const formatExportKey = (file_id: string) => `${folder}/${file_id}.zip`;

// One statement, so that only one of two simultaneous requests starts a job.
const insertExport = statement(
  "archives.insertExport",
  `
  with former_export as (
    select user_pk, file_id from archive_exports where user_pk = :user_pk
  ), started_export as (
    insert into archive_exports (user_pk, run, file_id) values (:user_pk, :run, :file_id)
    on conflict (user_pk) do update set
      run = excluded.run, status = 'running', file_id = excluded.file_id, progress = 0,
      total = 0, bytes = null, updated_at = now(), expires_at = null
    where archive_exports.status <> 'running'
      or archive_exports.updated_at < now() - interval '${lostAfterMinutes} minutes'
    returning user_pk, run
  ), enqueued_jobs as (${enqueueSql([writeArchiveJob], "started_export")})
  select former_export.file_id as former_file_id from started_export left join former_export using (user_pk)`,
);

/** Enqueues a new export and deletes the previous archive; does nothing while an export is running. */
export async function startExport({ db, storage }: Services, user_pk: number): Promise<void> {
  const [started] = await insertExport(db, {
    user_pk,
    // Random, so that a waiting job of a deleted archive doesn't match a new row of the account.
    run: randomInt(2 ** 31),
    file_id: createPublicId(),
  });
  if (started?.former_file_id) await storage.remove(formatExportKey(started.former_file_id));
}

const deleteExportRow = statement(
  "archives.deleteExport",
  "delete from archive_exports where user_pk = :user_pk returning file_id",
);

/** Deletes the archive of an account; a job that is writing it stops. */
export async function deleteExport(
  { db, storage }: Pick<Services, "db" | "storage">,
  user_pk: number,
): Promise<void> {
  const [deleted] = await deleteExportRow(db, { user_pk });
  if (deleted) await storage.remove(formatExportKey(deleted.file_id));
}

const deleteExpiredRows = statement(
  "archives.deleteExpiredExports",
  deleteBatchSql("archive_exports", "user_pk", "expires_at <= now()"),
);
const selectKnownFiles = statement(
  "archives.selectKnownFiles",
  "select file_id from archive_exports where file_id = any(:file_ids::text[])",
);

/** Deletes expired archives, and files that belong to no row. */
export async function deleteExpiredExports({ db, storage }: Services): Promise<void> {
  await repeatBatches(() => deleteExpiredRows(db, {}));
  const file_ids = (await storage.list(folder)).map((name) => name.replace(/\.zip$/, ""));
  const knownFiles = new Set(
    (await selectKnownFiles(db, { file_ids })).map(({ file_id }) => file_id),
  );
  for (const file_id of file_ids) {
    if (!knownFiles.has(file_id)) await storage.remove(formatExportKey(file_id));
  }
}

// Each attempt of a job writes its own file, so that an earlier attempt that still runs can't change the file of a
// later one.
const updateFileId = statement(
  "archives.claimExport",
  `
  with former_attempt as (
    select user_pk, file_id from archive_exports
    where user_pk = :user_pk and run = :run and status = 'running' for update
  ), claimed_export as (
    update archive_exports set file_id = :file_id, updated_at = now()
    from former_attempt where archive_exports.user_pk = former_attempt.user_pk
  )
  select file_id as former_file_id from former_attempt`,
);

/** Identifies one export of an account. */
export interface ExportRun {
  user_pk: number;
  /** The random number of the export. */
  run: number;
}

/**
 * Starts an attempt to write an export; earlier attempts then stop. Returns the id of the file to write; undefined if
 * the export is finished, deleted or replaced.
 */
export async function claimExport(
  { db, storage }: Pick<Services, "db" | "storage">,
  exportRun: ExportRun,
): Promise<string | undefined> {
  const file_id = createPublicId();
  const [claimed] = await updateFileId(db, { ...exportRun, file_id });
  if (!claimed) return undefined;
  await storage.remove(formatExportKey(claimed.former_file_id));
  return file_id;
}

const updateProgress = statement(
  "archives.updateExportProgress",
  `
  update archive_exports set progress = :progress, total = :total, updated_at = now()
  where file_id = :file_id and status = 'running' returning file_id`,
);

/** Stores the progress of an attempt; returns false if the export is deleted or replaced, or another attempt runs. */
export async function storeProgress(
  db: Db,
  file_id: string,
  progress: number,
  total: number,
): Promise<boolean> {
  return (await updateProgress(db, { file_id, progress, total })).length > 0;
}

const updateFinished = statement(
  "archives.finishExport",
  `
  update archive_exports set status = 'done', progress = total, bytes = :bytes, updated_at = now(),
    expires_at = now() + interval '${retentionDays.archive} days'
  where file_id = :file_id and status = 'running' returning file_id`,
);

/** Marks an export as done; returns false under the same conditions as `storeProgress`. */
export async function finishExport(db: Db, file_id: string, bytes: number): Promise<boolean> {
  return (await updateFinished(db, { file_id, bytes })).length > 0;
}

const updateFailed = statement(
  "archives.failExport",
  `
  update archive_exports set status = 'failed', updated_at = now()
  where file_id = :file_id and status = 'running'`,
);

export async function failExport(db: Db, file_id: string): Promise<void> {
  await updateFailed(db, { file_id });
}
