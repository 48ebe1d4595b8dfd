import { transaction } from "#platform/database/transaction.ts";
import type { Db } from "./db.ts";

/**
 * Milliseconds to wait for the lock. Short, because meanwhile all other writers wait too. Longer than a second, because
 * autovacuum releases its lock a second after another statement has begun to wait for it.
 */
const lockTimeout = 2_000;
/** PostgreSQL's error code for a statement that waited too long for a lock. */
const lockNotAvailable = "55P03";

/**
 * Replaces all rows of a table by copies in the order of its random key. Otherwise the order of rows, on
 * disk and in a dump, and their transaction numbers would reveal which rows were written together.
 * Meanwhile others can read and back up the table, and writers wait. Returns false, without a change, if
 * another transaction keeps writing to the table for `lockTimeout`.
 */
export async function replaceInKeyOrder(db: Db, table: string, key: string): Promise<boolean> {
  try {
    await transaction(db, (db) =>
      db.query(`
        set local lock_timeout = ${lockTimeout};
        lock table ${table} in share row exclusive mode;
        create temporary table ${table}_copied on commit drop as select * from ${table};
        delete from ${table};
        insert into ${table} select * from ${table}_copied order by ${key}`),
    );
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false;
    throw error;
  }
  // Removes the deleted rows at once; the embedded database has no autovacuum.
  await db.query(`vacuum ${table}`);
  return true;
}

export async function hasAtMostRows(db: Db, table: string, maxRows: number): Promise<boolean> {
  const [counted] = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from ${table} limit $1) counted`,
    [maxRows + 1],
  );
  return (counted?.count ?? 0) <= maxRows;
}
