import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether the page that suggests communities was shown to the account.
  await sql`
    alter table users add column has_seen_community_suggestions boolean not null default false
  `.execute(db);
}
