import { setTimeout } from "node:timers/promises";
import type { Db } from "./db.ts";

/** Milliseconds that a part waits for its lock, because meanwhile all other writers wait too. */
const lockTimeout = 80;
/** PostgreSQL's error code for a statement that waited too long for a lock. */
const lockNotAvailable = "55P03";
/** Milliseconds between two attempts to lock a table. */
const lockPause = 300;
/** Milliseconds that a part should take. The number of its rows follows from how long the parts before it took. */
const partDuration = 25;
const minRowsOfPart = 20;
const maxRowsOfPart = 2_000;

/**
 * Moves all rows of a table to new places, in the order of its random key, and part by part. Otherwise the order of rows,
 * on disk and in a dump, and their transaction numbers would reveal which rows were written together. Meanwhile others can
 * read and back up the table; writers wait while one part is moved. A run that ends early has moved some parts, which
 * the next run moves again. Returns false if a part could not lock the table for `maxWait` milliseconds, because other
 * transactions kept writing to it.
 */
export async function rewriteInParts(
  db: Db,
  table: string,
  key: string,
  maxWait = 2_000,
  firstRows = 200,
): Promise<boolean> {
  let condition = "true";
  let rowsOfPart = firstRows;
  for (;;) {
    // The last key of the part, as a literal of SQL.
    const [part] = await db.query<{ last: string }>(
      `select quote_literal(part.key::text) as last from (
        select ${key} as key from ${table} where ${condition} order by 1 limit $1
      ) part order by part.key desc limit 1`,
      [rowsOfPart],
    );
    if (!part) break;
    const duration = await movePart(
      db,
      table,
      key,
      `${condition} and ${key} <= ${part.last}`,
      maxWait,
    );
    if (duration === undefined) return false;
    const fittingRows = Math.round((rowsOfPart * partDuration) / Math.max(duration, 1));
    // At most doubled, because one fast part says little about the next one.
    rowsOfPart = Math.max(minRowsOfPart, Math.min(maxRowsOfPart, 2 * rowsOfPart, fittingRows));
    condition = `${key} > ${part.last}`;
  }
  // Frees the places of the moved rows; the embedded database has no autovacuum. The file keeps its length,
  // because shortening it needs an exclusive lock.
  await db.query(`vacuum (truncate false) ${table}`);
  return true;
}

/**
 * Moves the rows of one part. Returns the milliseconds that it took; undefined if the table could not be locked for
 * `maxWait` milliseconds.
 */
async function movePart(
  db: Db,
  table: string,
  key: string,
  condition: string,
  maxWait: number,
): Promise<number | undefined> {
  // One round trip, so that the lock doesn't depend on how busy this process is. A writer that waits for the lock
  // takes its snapshot afterwards, so that it finds the rows at their new places.
  const move = `do $$ begin
    perform set_config('lock_timeout', '${lockTimeout}', true);
    lock table ${table} in share row exclusive mode;
    with moved as (delete from ${table} where ${condition} returning *)
    insert into ${table} select * from moved order by ${key};
  end $$`;
  const giveUpAt = performance.now() + maxWait;
  for (;;) {
    const startedAt = performance.now();
    try {
      await db.query(move);
      return performance.now() - startedAt;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    }
    if (performance.now() > giveUpAt) return undefined;
    await setTimeout(lockPause);
  }
}

export async function hasAtMostRows(db: Db, table: string, maxRows: number): Promise<boolean> {
  const [counted] = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from ${table} limit $1) counted`,
    [maxRows + 1],
  );
  return (counted?.count ?? 0) <= maxRows;
}
