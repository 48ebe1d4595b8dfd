import { hash } from "node:crypto";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/** How many rows are read at once. */
const batchSize = 500;

const selectOwnAnswers = statement(
  "archives.selectOwnAnswers",
  `
  select pk, text, answered_at from answers
  where answerer_pk = :user_pk and pk < :before_pk order by pk desc limit ${batchSize}`,
);

/**
 * Returns a key that is equal for an answer of this site and its record in an archive. `answered_at` has
 * milliseconds, because times in archives have no microseconds. A key has 96 bits, enough to be unique.
 */
export function formatAnswerKey({ text, answered_at }: { text: string; answered_at: string }) {
  return hash("sha256", `${answered_at} ${text}`, "base64url").slice(0, 16);
}

/** Returns the keys of all answers that an account has given here. Keys take less memory than up to 100,000 texts. */
export async function listOwnAnswerKeys(db: Db, user_pk: number): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let before_pk = Number.MAX_SAFE_INTEGER;
  while (true) {
    const rows = await selectOwnAnswers(db, { user_pk, before_pk });
    for (const { text, answered_at } of rows) {
      keys.add(formatAnswerKey({ text, answered_at: answered_at.toISOString() }));
    }
    const last = rows.at(-1);
    if (!last) return keys;
    before_pk = last.pk;
  }
}
