import { type Kysely, sql } from "kysely";

/**
 * `sealed` has the endpoint, its keys and what the device gets, padded. `browser_id` is that of the session
 * that subscribed: pushes end with it.
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
