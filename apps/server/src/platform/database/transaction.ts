import type { Db } from "./db.ts";

/**
 * Runs `work` in one transaction, which is rolled back if `work` throws. If `db` is a transaction already,
 * `work` becomes part of it. Rejects if the database could
 * not commit, also when `work` has caught the error of a statement. `work` may run again on another
 * connection, so until it has ended it changes nothing outside of the database.
 */
export function transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/**
 * Runs `lock` and then `work` with the locked rows, in one transaction. A statement that waits for a lock
 * sees the other tables as they were before it waited. So `lock` reads nothing but the rows that it locks,
 * and `work` reads what depends on them.
 */
export function lockThen<Locked, T>(
  db: Db,
  lock: (db: Db) => Promise<Locked[]>,
  work: (db: Db, locked: Locked[]) => Promise<T>,
): Promise<T> {
  return transaction(db, async (db) => work(db, await lock(db)));
}
