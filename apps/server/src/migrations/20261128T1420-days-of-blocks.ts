import type { Db } from "#platform/database/db.ts";

/**
 * The time of a block becomes a day: with the hour, a block by name could be matched with the report of a talk by its
 * anonymous starter. Earlier code, which still runs during a restart, writes and reads `blocked_hour`; the next
 * migration of this table drops it.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table blocks add column blocked_on date not null default current_date;
    update blocks set blocked_on = (blocked_hour at time zone 'UTC')::date,
      blocked_hour = date_trunc('day', blocked_hour, 'UTC');
    alter table blocks alter column blocked_hour set default date_trunc('day', now(), 'UTC')`);
}
