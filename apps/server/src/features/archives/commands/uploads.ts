import { randomInt } from "node:crypto";
import { buffer } from "node:stream/consumers";
import {
  importPartBytes,
  importUploadHours,
  maxImportBytes,
} from "@toibako/contract/archives/import.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { importArchiveJob } from "../job-definitions.ts";
import { isLostSql } from "../queries/imports.ts";
import { readSealedFile, writeSealedFile } from "./sealed-files.ts";

type FileServices = Pick<Services, "db" | "storage" | "secrets">;

const folder = "imports";

/** The folder in which the parts of an uploaded archive are stored. */
const formatUploadFolder = (file_id: string) => `${folder}/${file_id}`;
/** The key under which a part of an uploaded archive is stored. */
const formatPartKey = (file_id: string, number: number) =>
  `${formatUploadFolder(file_id)}/${number}`;

/** The maximum number of stored parts of all uploads (4 GB), so that uploads can't fill the disk. */
const maxStoredParts = 8_192;
/** When `maxStoredParts` is reached, uploads that have received no part for this time are deleted. */
const idleMinutes = 30;
const fullStorageRetrySeconds = 600;

// One statement, so that two simultaneous requests for one file continue the same upload.
const insertUpload = statement(
  "archives.insertUpload",
  `
  with former_import as (
    select user_pk, file_id from archive_imports where user_pk = :user_pk
  ), started_upload as (
    insert into archive_imports (user_pk, run, file_id, fingerprint, bytes)
    values (:user_pk, :run, :file_id, :fingerprint, :bytes)
    on conflict (user_pk) do update set
      run = excluded.run, file_id = excluded.file_id, fingerprint = excluded.fingerprint,
      bytes = excluded.bytes, received_parts = default, status = default, failure = default,
      attempts = default, batches = default, progress = default, total = default,
      brought_count = default, known_count = default, malformed_count = default,
      refused_count = default, surplus_count = default, words_count = default,
      has_brought_introduction = default, has_brought_picture = default, updated_at = now()
    where (archive_imports.status not in ('waiting', 'running') or ${isLostSql})
      and not (
        archive_imports.status = 'uploading' and archive_imports.fingerprint = :fingerprint
        and archive_imports.bytes = :bytes
      )
    returning archive_imports.user_pk
  )
  select former_import.file_id as former_file_id from started_upload left join former_import using (user_pk)`,
);

interface UploadedFile {
  bytes: number;
  fingerprint: string;
}

/** Starts an upload. Does nothing if this file is already being uploaded, or if an import waits or runs. */
export async function startUpload(
  { db, storage }: FileServices,
  user_pk: number,
  file: UploadedFile,
): Promise<void> {
  if (file.bytes > maxImportBytes) throw new Failure("too_large");
  const [started] = await insertUpload(db, {
    user_pk,
    // Random, so that a waiting job of a deleted import doesn't match a new row of the account.
    run: randomInt(2 ** 31),
    file_id: createPublicId(),
    ...file,
  });
  if (started?.former_file_id) await storage.removeAll(formatUploadFolder(started.former_file_id));
}

const selectUpload = statement(
  "archives.selectUpload",
  `
  select file_id, bytes, received_parts, (
    select coalesce(sum(received_parts), 0)::int from archive_imports
    where status in ('uploading', 'waiting', 'running')
  ) as "stored_parts!"
  from archive_imports where user_pk = :user_pk and status = 'uploading'`,
);

// The last part enqueues the import.
const updateReceived = statement(
  "archives.updateReceivedParts",
  `
  with received_part as (
    update archive_imports set received_parts = received_parts + 1, updated_at = now(),
      status = case
        when (received_parts + 1)::bigint * ${importPartBytes} >= bytes then 'waiting'
        else 'uploading' end
    where file_id = :file_id and status = 'uploading' and received_parts = :number
    returning user_pk, run, status
  ), enqueued_jobs as (
    ${enqueueSql([importArchiveJob], "received_part where status = 'waiting'")}
  )
  select status from received_part`,
);

const updateNotZip = statement(
  "archives.failUpload",
  `
  update archive_imports set status = 'failed', failure = 'not_zip', updated_at = now()
  where file_id = :file_id and status = 'uploading'`,
);

/** The first bytes of every ZIP that has a file. */
const zipSignature = "PK\x03\x04";

const deleteIdleRows = statement(
  "archives.deleteIdleUploads",
  `
  delete from archive_imports
  where status = 'uploading' and updated_at < now() - interval '${idleMinutes} minutes'
  returning file_id`,
);

/** Deletes uploads that have received no part for `idleMinutes`; returns whether there were any. */
async function deleteIdleUploads({ db, storage }: FileServices): Promise<boolean> {
  const deleted = await deleteIdleRows(db, {});
  for (const { file_id } of deleted) await storage.removeAll(formatUploadFolder(file_id));
  return deleted.length > 0;
}

/**
 * Stores a part of an upload if it is the next part. Otherwise does nothing; the client finds the number of the next
 * part in the state of the import.
 */
export async function storePart(
  services: FileServices,
  user_pk: number,
  number: number,
  part: Buffer | undefined,
): Promise<void> {
  const { db } = services;
  const [upload] = await selectUpload(db, { user_pk });
  if (!upload || number !== upload.received_parts) return;
  const expected = Math.min(importPartBytes, upload.bytes - number * importPartBytes);
  if (part?.length !== expected) throw createFieldFailure("part", "invalid_field");
  if (upload.stored_parts >= maxStoredParts && !(await deleteIdleUploads(services))) {
    throw new Failure("overloaded", { retry_after: fullStorageRetrySeconds });
  }
  const { file_id } = upload;
  // So that people who have chosen another file hear of it before the whole file was sent.
  if (number === 0 && part.toString("latin1", 0, zipSignature.length) !== zipSignature) {
    await updateNotZip(db, { file_id });
    return;
  }
  await writeSealedFile(services, formatPartKey(file_id, number), [part]);
  const received = await updateReceived(db, { file_id, number });
  // The upload may have been stopped or replaced while the part was being written.
  if (received.length === 0) await removeUnwantedUpload(services, file_id);
}

/** Reads a part of an upload; throws if the part is missing. */
export async function readPart(
  services: FileServices,
  file_id: string,
  number: number,
): Promise<Buffer> {
  const content = await readSealedFile(services, formatPartKey(file_id, number));
  if (!content) throw new Error("a part of an uploaded archive is not there");
  return buffer(content);
}

const selectWanted = statement(
  "archives.selectWantedUploads",
  `
  select file_id from archive_imports
  where file_id = any(:file_ids::text[]) and status in ('uploading', 'waiting', 'running')`,
);

/** Removes the parts of an upload if no import needs them any more. */
export async function removeUnwantedUpload(
  { db, storage }: Pick<Services, "db" | "storage">,
  file_id: string,
): Promise<void> {
  const wanted = await selectWanted(db, { file_ids: [file_id] });
  if (wanted.length === 0) await storage.removeAll(formatUploadFolder(file_id));
}

const deleteImportRow = statement(
  "archives.deleteImport",
  "delete from archive_imports where user_pk = :user_pk returning file_id",
);

/** Deletes the import of an account with its upload; a running job stops. Imported answers remain. */
export async function deleteImport(
  { db, storage }: Pick<Services, "db" | "storage">,
  user_pk: number,
): Promise<void> {
  const [deleted] = await deleteImportRow(db, { user_pk });
  if (deleted) await storage.removeAll(formatUploadFolder(deleted.file_id));
}

const deleteExpiredRows = statement(
  "archives.deleteExpiredImports",
  deleteBatchSql(
    "archive_imports",
    "user_pk",
    `updated_at < now() - case when status in ('done', 'failed')
      then interval '${retentionDays.archive} days' else interval '${importUploadHours} hours' end`,
  ),
);

/** Deletes expired reports of imports, abandoned uploads, and parts that belong to no import. */
export async function deleteExpiredImports({ db, storage }: Services): Promise<void> {
  await repeatBatches(() => deleteExpiredRows(db, {}));
  const file_ids = await storage.list(folder);
  const wanted = new Set((await selectWanted(db, { file_ids })).map(({ file_id }) => file_id));
  for (const file_id of file_ids) {
    if (!wanted.has(file_id)) await storage.removeAll(formatUploadFolder(file_id));
  }
}
