import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `away_since`: the last day before an absence of a week or more that ended on `active_on`; null if there
  // was none.
  // `email_reminded_on`: the day on which the account was last asked for an email address.
  await sql`
    alter table users
      add column away_since date,
      add column email_reminded_on date`.execute(db);
}
