import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The newest archive of each account. `run` is a random number that the archive's job contains too, so that
  // the job of an earlier archive changes nothing. The file is stored under `file_id`, which is different for
  // each archive.
  await sql`
    create table archive_exports (
      user_pk bigint primary key references users (pk) on delete cascade,
      run integer not null default 1,
      status text not null default 'running' check (status in ('running', 'done', 'failed')),
      file_id text not null unique,
      progress integer not null default 0,
      total integer not null default 0,
      bytes bigint,
      updated_at timestamptz not null default now(),
      expires_at timestamptz
    )`.execute(db);
  await sql`create index archive_exports_expiry on archive_exports (expires_at)`.execute(db);
}
