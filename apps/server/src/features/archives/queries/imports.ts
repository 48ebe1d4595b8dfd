import type { ArchiveImport } from "@toibako/contract/archives/import.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { importArchiveJob } from "../job-definitions.ts";

/** After this many minutes without progress, an import has failed: the process that ran its job must have ended. */
const lostMinutes = 5;

/**
 * SQL condition: the row of `archive_imports`, under the name of its table, has made no progress for `lostMinutes`. An
 * import may wait for those of other accounts as long as its job exists.
 */
export const isLostSql = `(
  archive_imports.status in ('waiting', 'running')
  and archive_imports.updated_at < now() - interval '${lostMinutes} minutes'
  and not (
    archive_imports.status = 'waiting' and exists (
      select from pgboss.job where name = '${importArchiveJob.name}' and state <= 'active'
        and data ->> 'user_pk' = archive_imports.user_pk::text
        and data ->> 'run' = archive_imports.run::text
    )
  )
)`;

const selectImport = statement(
  "archives.selectImport",
  `
  select bytes, received_parts, progress, total, brought_count, known_count,
    malformed_count, refused_count, surplus_count, words_count,
    has_brought_introduction, has_brought_picture,
    case when ${isLostSql} then 'failed' else status end as "status!",
    case when ${isLostSql} then 'lost' else failure end as failure
  from archive_imports where user_pk = :user_pk`,
);

/** The state of an account without an import. `ArchiveImport` in the contract says what each number counts. */
const noImport: ArchiveImport = {
  status: "none",
  failure: null,
  bytes: 0,
  received_parts: 0,
  progress: 0,
  total: 0,
  brought_count: 0,
  known_count: 0,
  malformed_count: 0,
  refused_count: 0,
  surplus_count: 0,
  words_count: 0,
  has_brought_introduction: false,
  has_brought_picture: false,
};

/** Returns the state of the account's import; a new import replaces the row of the former one. */
export async function findImport(db: Db, user_pk: number): Promise<ArchiveImport> {
  const [row] = await selectImport(db, { user_pk });
  if (!row) return noImport;
  return {
    ...row,
    status: row.status as ArchiveImport["status"],
    failure: row.failure as ArchiveImport["failure"],
    // An archive may state fewer answers than it has.
    total: Math.max(row.progress, row.total),
  };
}
