import type { ArchiveExport } from "@toibako/contract/archives.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";

/** Minutes without progress after which the job of an archive counts as lost, and the archive as failed. */
export const lostAfterMinutes = 15;

const selectExport = statement(
  "archives.selectExport",
  `
  select file_id, progress, total, bytes, expires_at,
    case
      when status = 'running' and updated_at < now() - interval '${lostAfterMinutes} minutes'
      then 'failed' else status
    end as "status!"
  from archive_exports
  where user_pk = :user_pk and (expires_at is null or expires_at > now())`,
);

/** Returns the path at which a finished archive is downloaded. */
const formatArchiveUrl = (file_id: string) => `/export/${file_id}.zip`;

const noExport: ArchiveExport = {
  status: "none",
  progress: 0,
  total: 0,
  bytes: null,
  download_url: null,
  expires_at: null,
  formatted_expiry: null,
};

/** Returns the state of the account's newest archive. */
export async function findExport(
  db: Db,
  user: SessionUser,
  locale: Locale,
): Promise<ArchiveExport> {
  const [row] = await selectExport(db, { user_pk: user.pk });
  if (!row) return noExport;
  const { file_id, progress, total, bytes, expires_at } = row;
  return {
    status: row.status as ArchiveExport["status"],
    progress: Math.min(progress, total),
    total,
    bytes,
    download_url: row.status === "done" ? formatArchiveUrl(file_id) : null,
    expires_at: expires_at?.toISOString() ?? null,
    formatted_expiry: expires_at && formatDate("day", expires_at, createDateReader(locale, user)),
  };
}

const selectFile = statement(
  "archives.selectFile",
  `
  select file_id, bytes as "bytes!" from archive_exports
  where user_pk = :user_pk and file_id = :file_id and status = 'done' and expires_at > now()`,
);

/** Returns the account's finished archive with this id, if there is one. */
export async function findFinishedExport(db: Db, user_pk: number, file_id: string) {
  return (await selectFile(db, { user_pk, file_id }))[0];
}
