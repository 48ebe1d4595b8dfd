import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The newest import of each account. `run` is a random number that its job contains too, so that the job of
  // an earlier import does nothing, as in `archive_exports`. The parts of the file are stored under `file_id`.
  // `attempts` counts the attempts of the job; `batches` counts the stored batches of records, and the next
  // attempt continues after them. `ArchiveImport` of the contract explains the counts and failures.
  await sql`
    create table archive_imports (
      user_pk bigint primary key references users (pk) on delete cascade,
      run integer not null,
      file_id text not null unique,
      fingerprint text not null,
      bytes integer not null,
      received_parts integer not null default 0,
      status text not null default 'uploading'
        check (status in ('uploading', 'waiting', 'running', 'done', 'failed')),
      failure text
        check (failure in ('not_zip', 'foreign', 'version', 'unsafe', 'damaged', 'lost')),
      attempts integer not null default 0,
      batches integer not null default 0,
      progress integer not null default 0,
      total integer not null default 0,
      brought_count integer not null default 0,
      known_count integer not null default 0,
      malformed_count integer not null default 0,
      refused_count integer not null default 0,
      surplus_count integer not null default 0,
      words_count integer not null default 0,
      has_brought_introduction boolean not null default false,
      has_brought_picture boolean not null default false,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index archive_imports_age on archive_imports (updated_at)`.execute(db);

  // Answers from an archive, with their questions. They are apart from `answers`, so that no ranking,
  // timeline, counter, notice or list of senders finds them. The id is a keyed hash of the content, so that an
  // archive that is imported again adds nothing. The body is empty if the question had been deleted.
  await sql`
    create table brought_answers (
      id text primary key,
      user_pk bigint not null references users (pk) on delete cascade,
      type text not null check (type in ('text', 'stamp', 'choose')),
      body text not null,
      stamp_id text,
      options text[] check (cardinality(options) between 2 and 4),
      locale text not null,
      asked_hour timestamptz not null,
      is_sensitive boolean not null,
      text text not null,
      chosen_option integer check (chosen_option between 0 and 3),
      answered_at timestamptz not null,
      check ((type = 'stamp') = (stamp_id is not null)),
      check ((type = 'choose') = (options is not null))
    )`.execute(db);
  await sql`
    create index brought_answers_of_user on brought_answers (user_pk, answered_at desc, id)
  `.execute(db);
  await sql`
    alter table users add column brought_answers_count integer not null default 0`.execute(db);
}
