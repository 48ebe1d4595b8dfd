import { type Kysely, sql } from "kysely";

/**
 * `sealed` contains the endpoint, its keys and the preferences of the device, padded. `browser_id` is the
 * browser of the session that subscribed; the device gets pushes until that session ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscriptions (
      id text primary key,
      user_pk bigint not null references users (pk) on delete cascade,
      browser_id uuid not null,
      sealed bytea not null,
      created_on date not null default current_date
    )`.execute(db);
  await sql`create index push_subscriptions_user on push_subscriptions (user_pk)`.execute(db);
}
