import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing accounts count as having completed the onboarding.
  await sql`
    alter table users
      add column sign_up_complete boolean not null default true,
      add column birthday date,
      add column gender_type text not null default 'unknown'
        check (gender_type in ('unknown', 'female', 'male', 'other')),
      add column is_show_display_notify boolean not null default true,
      add column if not exists is_send_email boolean not null default false`.execute(db);
  await sql`alter table users alter column sign_up_complete set default false`.execute(db);
}
