import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `cursor`: X's token of the next page of followers. `waiting_until`: when X accepts the next request.
  await sql`
    alter table friend_imports
      add column cursor text,
      add column waiting_until timestamptz`.execute(db);
  await sql`
    create index friend_imports_waiting on friend_imports (waiting_until)
    where waiting_until is not null`.execute(db);
  // `picture_url`: the picture on X that is still to be copied. `picture_id`: the name of the copy's file.
  await sql`
    alter table imported_followers
      add column picture_url text,
      add column picture_id text,
      add column has_picture boolean not null default false`.execute(db);
}
