import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether `is_auto_recruit` was ever saved. Until then, the onboarding proposes weekly posts to accounts
  // with X.
  await sql`
    alter table users add column has_chosen_auto_recruit boolean not null default false`.execute(
    db,
  );
}
