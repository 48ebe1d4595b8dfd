import { type Kysely, sql } from "kysely";
import { transaction } from "#platform/database/transaction.ts";

/**
 * Rewrites a table in the order of its random key. Otherwise the order of rows, on disk and in a
 * dump, and their transaction numbers would reveal which rows were written together. For migrations
 * only: the table gets a new file, and it can't be read until the transaction ends.
 */
export async function rewriteInKeyOrder(
  db: Kysely<unknown>,
  table: string,
  key: string,
): Promise<void> {
  const name = sql.table(table);
  const copy = sql.table(`${table}_rewritten`);
  const rewrite = async (db: Kysely<unknown>) => {
    await sql`lock table ${name} in access exclusive mode`.execute(db);
    await sql`create temporary table ${copy} on commit drop as select * from ${name}`.execute(db);
    await sql`truncate ${name}`.execute(db);
    await sql`insert into ${name} select * from ${copy} order by ${sql.ref(key)}`.execute(db);
    await sql`drop table ${copy}`.execute(db);
  };
  if (db.isTransaction) await rewrite(db);
  else await transaction(db, rewrite);
}

/**
 * Milliseconds to wait for the lock. Short, because meanwhile all other writers wait too. Longer than a second, because
 * autovacuum releases its lock a second after another statement has begun to wait for it.
 */
const lockTimeout = 2_000;
/** PostgreSQL's error code for a statement that waited too long for a lock. */
const lockNotAvailable = "55P03";

/**
 * Replaces all rows of a table by copies in the order of its random key. Meanwhile others can read and
 * back up the table, and writers wait. Returns false, without a change, if another transaction keeps
 * writing to the table for `lockTimeout`.
 */
export async function replaceInKeyOrder(
  db: Kysely<unknown>,
  table: string,
  key: string,
): Promise<boolean> {
  const name = sql.table(table);
  const copy = sql.table(`${table}_copied`);
  try {
    await transaction(db, async (db) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(db);
      await sql`lock table ${name} in share row exclusive mode`.execute(db);
      await sql`create temporary table ${copy} on commit drop as select * from ${name}`.execute(db);
      await sql`delete from ${name}`.execute(db);
      await sql`insert into ${name} select * from ${copy} order by ${sql.ref(key)}`.execute(db);
    });
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false;
    throw error;
  }
  // Removes the deleted rows at once; the embedded database has no autovacuum.
  await sql`vacuum ${name}`.execute(db);
  return true;
}

export async function hasAtMostRows(
  db: Kysely<unknown>,
  table: string,
  maxRows: number,
): Promise<boolean> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count
    from (select 1 from ${sql.table(table)} limit ${maxRows + 1}) counted`.execute(db);
  return (counted.rows[0]?.count ?? 0) <= maxRows;
}
