import type { Db } from "#platform/database/db.ts";

/** The columns whose times are rounded. Those in `defaults` are filled in when a row is inserted. */
const roundedTimes = [
  { table: "users", key: "pk", unit: "hour", columns: ["created_at"], defaults: ["created_at"] },
  {
    table: "sessions",
    key: "user_pk",
    unit: "hour",
    columns: ["created_at", "expires_at"],
    defaults: ["created_at"],
  },
  { table: "identities", key: "pk", unit: "day", columns: ["linked_at"], defaults: ["linked_at"] },
  {
    table: "community_members",
    key: "user_pk",
    unit: "day",
    columns: ["joined_at"],
    defaults: ["joined_at"],
  },
  {
    table: "achievements",
    key: "pk",
    unit: "day",
    columns: ["earned_at", "shown_at", "shared_at"],
    defaults: ["earned_at"],
  },
];

/**
 * The times of what accounts do become hours or days, because a time close to that of a question would name its sender.
 * Rounds existing values in batches, each committed by itself.
 */
export async function up(db: Db): Promise<void> {
  for (const { table, key, unit, columns, defaults } of roundedTimes) {
    for (const column of defaults) {
      await db.query(
        `alter table ${table} alter column ${column} set default date_trunc('${unit}', now(), 'UTC')`,
      );
    }
    const rounded = columns.map((column) => `${column} = date_trunc('${unit}', ${column}, 'UTC')`);
    let last: string | null = "0";
    while (last !== null) {
      const batch: { last: string | null }[] = await db.query(
        `with batch as (
          select ${key} as key from ${table} where ${key} > $1 order by 1 limit 1000
        ), updated_rows as (
          update ${table} set ${rounded.join(", ")} where ${key} in (select key from batch)
        )
        select max(key)::text as last from batch`,
        [last],
      );
      last = batch[0]?.last ?? null;
    }
  }
}
