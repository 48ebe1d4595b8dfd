import type { Db } from "#platform/database/db.ts";
import { hasAtMostRows, rewriteInParts } from "#platform/database/rewrite.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { enqueueNoticesRewrite, resealReadStates } from "./read-states.ts";

/** A table with at most this many rows is rewritten after every batch, which takes about 50 ms. */
const maxRowsOfSmallTable = 5_000;

/** Rewrites only the small tables; the daily job rewrites all of them. */
export async function rewriteSmallTables({ db, secrets }: Services): Promise<void> {
  for (const [table, key] of [
    ["notices", "id"],
    ["read_states", "owner_key"],
  ] as const) {
    if (!(await hasAtMostRows(db, table, maxRowsOfSmallTable))) continue;
    if (table === "read_states") await resealReadStates(db, secrets);
    if (!(await rewriteInParts(db, table, key))) await enqueueNoticesRewrite(db, {});
  }
}

/**
 * Rewrites small tables after a batch of notices, or enqueues the rewriting if that fails. If the failure let the batch
 * be retried, answers that were seen meanwhile would be marked as unread again.
 */
export async function rewriteAfterBatch(services: Services): Promise<void> {
  await rewriteSmallTables(services).catch(() => enqueueNoticesRewrite(services.db, {}));
}

/** Milliseconds that the nightly job waits for other writers, such as autovacuum, which may take minutes. */
const maxNightlyWait = 600_000;

/** Rewrites the tables whatever their size; for the daily job. */
export async function rewriteAllTables(db: Db, secrets: Secrets): Promise<void> {
  await resealReadStates(db, secrets);
  const isRewritten = [
    await rewriteInParts(db, "notices", "id", maxNightlyWait),
    await rewriteInParts(db, "read_states", "owner_key", maxNightlyWait),
    // A baton and its question are inserted together. Rewriting the batons removes this common order,
    // which would show which question came from which baton.
    await rewriteInParts(db, "batons", "tag", maxNightlyWait),
    // A block between two others whose hours are known, such as those of reported questions, would have this hour too.
    await rewriteInParts(db, "blocks", "id", maxNightlyWait),
  ];
  // The job is retried.
  if (isRewritten.includes(false)) throw new Error("a table could not be locked");
}
