import { randomInt } from "node:crypto";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { writeArchiveJob } from "../job-definitions.ts";
import { lostAfterMinutes } from "../queries/state.ts";

const folder = "archives";

/** The key under which the file of an archive is stored. */
export const formatExportKey = (file_id: string) => `${folder}/${file_id}.zip`;

// One statement, so that of two simultaneous requests only one starts a job.
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
  select f.file_id as former_file_id from started_export s left join former_export f using (user_pk)`,
);

/** Enqueues a new export and deletes the previous archive; does nothing while an export is running. */
export async function startExport({ db, storage }: Services, user_pk: number): Promise<void> {
  const [started] = await insertExport(db, {
    user_pk,
    // Random: after a row is deleted, a waiting job of the deleted archive must not match the new row.
    run: randomInt(2 ** 31),
    file_id: createPublicId(),
  });
  if (started?.former_file_id) await storage.remove(formatExportKey(started.former_file_id));
}

const deleteOne = statement(
  "archives.deleteExport",
  "delete from archive_exports where user_pk = :user_pk returning file_id",
);

/** Deletes the archive of an account; a job that is writing one stops. */
export async function deleteExport(
  { db, storage }: Pick<Services, "db" | "storage">,
  user_pk: number,
): Promise<void> {
  const [deleted] = await deleteOne(db, { user_pk });
  if (deleted) await storage.remove(formatExportKey(deleted.file_id));
}

const deleteOld = statement(
  "archives.deleteExpiredExports",
  "delete from archive_exports where expires_at <= now()",
);
const selectKept = statement(
  "archives.selectKeptFiles",
  "select file_id from archive_exports where file_id = any(:file_ids::text[])",
);

/** Deletes expired archives, and files that belong to no row. */
export async function deleteExpiredExports({ db, storage }: Services): Promise<void> {
  await deleteOld(db, {});
  const file_ids = (await storage.list(folder)).map((name) => name.replace(/\.zip$/, ""));
  const kept = new Set((await selectKept(db, { file_ids })).map(({ file_id }) => file_id));
  for (const file_id of file_ids) {
    if (!kept.has(file_id)) await storage.remove(formatExportKey(file_id));
  }
}

const selectRunning = statement(
  "archives.selectRunningExport",
  `
  select file_id from archive_exports
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

/** One export of an account. */
export interface ExportRun {
  user_pk: number;
  run: number;
}

/** The id of the file that this export writes; undefined if the export was deleted or replaced. */
export async function findRunningFile(db: Db, started: ExportRun): Promise<string | undefined> {
  return (await selectRunning(db, { ...started }))[0]?.file_id;
}

const updateProgress = statement(
  "archives.updateExportProgress",
  `
  update archive_exports set progress = :progress, total = :total, updated_at = now()
  where user_pk = :user_pk and run = :run and status = 'running' returning file_id`,
);

/** Stores the progress of an export; returns false if the export was deleted or replaced. */
export async function storeProgress(
  db: Db,
  started: ExportRun,
  progress: number,
  total: number,
): Promise<boolean> {
  return (await updateProgress(db, { ...started, progress, total })).length > 0;
}

const updateFinished = statement(
  "archives.finishExport",
  `
  update archive_exports set status = 'done', progress = total, bytes = :bytes, updated_at = now(),
    expires_at = now() + interval '${retentionDays.archive} days'
  where user_pk = :user_pk and run = :run and status = 'running' returning file_id`,
);

/** Marks an export as done; returns false if the export was deleted or replaced. */
export async function finishExport(db: Db, started: ExportRun, bytes: number): Promise<boolean> {
  return (await updateFinished(db, { ...started, bytes })).length > 0;
}

/** Removes the file of a deleted or replaced export, unless another attempt of its job has finished the file. */
export async function removeUnwantedFile(
  { db, storage }: Pick<Services, "db" | "storage">,
  file_id: string,
): Promise<void> {
  const kept = await selectKept(db, { file_ids: [file_id] });
  if (kept.length === 0) await storage.remove(formatExportKey(file_id));
}

const updateFailed = statement(
  "archives.failExport",
  `
  update archive_exports set status = 'failed', updated_at = now()
  where user_pk = :user_pk and run = :run and status = 'running'`,
);

export async function failExport(db: Db, started: ExportRun): Promise<void> {
  await updateFailed(db, { ...started });
}
