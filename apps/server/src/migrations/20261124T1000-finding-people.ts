import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column is_findable boolean not null default true`.execute(db);
  // Handles and names in one spelling, each after a line feed, and the pairs of characters by which the index
  // finds them. They are not columns of `users`, because each change of a counter copies the whole row of
  // `users`. A job writes the rows of this table.
  await sql`
    create table user_names (
      user_pk bigint primary key references users (pk) on delete cascade,
      search_text text not null,
      search_terms text[] not null
    )`.execute(db);
  // `fastupdate = off`: otherwise every search would have to read a list of entries that are not in the index
  // yet.
  await sql`
    create index user_names_search on user_names using gin (search_terms)
    with (fastupdate = off)`.execute(db);
}
