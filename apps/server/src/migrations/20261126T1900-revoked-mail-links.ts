import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A revoked link can't be used or mailed any more, but counts towards the maximum number of links for its address. A
  // link is revoked and loses its token at once, so that an earlier release doesn't accept it either.
  await sql`
    alter table mail_links add column is_revoked boolean not null default false`.execute(db);
}
