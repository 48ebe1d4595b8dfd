import type { Db } from "./db.ts";

/** Runs `work` in one transaction, which is rolled back if `work` throws. */
export function transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
