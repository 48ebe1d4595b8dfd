import { type Kysely, sql } from "kysely";

/**
 * A browser may have several accounts, each with a row. Only the row of the active account has a token. The
 * row with the highest `activation` is that of the account that was used last.
 * The new columns have defaults, because the previous release writes rows without them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column id text not null
        default translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'),
      add column slot smallint not null default 1 check (slot between 1 and 5),
      add column activation integer not null default 1,
      add column used_hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
      add column browser_name text,
      add column system_name text`.execute(db);
  await sql`update sessions set used_hour = date_trunc('hour', created_at, 'UTC')`.execute(db);
  await sql`
    alter table sessions
      drop constraint sessions_pkey,
      alter column token_hash drop not null,
      add primary key (id),
      add unique (token_hash),
      add unique (browser_id, slot)`.execute(db);
  await sql`
    create unique index sessions_active on sessions (browser_id)
    where token_hash is not null`.execute(db);
  await sql`
    alter table social_starts add column is_adding boolean not null default false`.execute(db);
}
