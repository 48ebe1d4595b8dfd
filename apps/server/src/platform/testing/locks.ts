import type { Db } from "#platform/database/db.ts";
import { transaction } from "#platform/database/transaction.ts";

/** Polls until this number of statements wait for a lock. */
export async function waitForLocks(db: Db, count: number): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  do {
    // Otherwise a transaction keeps its first list of connections, without those opened later.
    await db.query("select pg_stat_clear_snapshot()");
  } while ((await db.query(waiting)).length < count);
}

/**
 * Calls `send` one after the other, each when the former one waits for a lock of the transaction in which
 * `lock` ran, and ends that transaction. Returns what they resolve to. Only on PostgreSQL: the embedded
 * database has one connection.
 */
export async function sendWhileLocked<T>(
  db: Db,
  lock: (db: Db) => Promise<unknown>,
  send: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const sent = await transaction(db, async (db) => {
    await lock(db);
    const sent: Promise<T>[] = [];
    for (const start of send) {
      sent.push(start());
      await waitForLocks(db, sent.length);
    }
    // A function: promises themselves would be awaited before the transaction ends.
    return () => Promise.all(sent);
  });
  return sent();
}
