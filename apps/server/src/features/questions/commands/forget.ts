import { waitingDays } from "@toibako/contract/outbox.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, isInBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

// A sender's list shows unanswered questions for `waitingDays`, and must not show whether one of them was dropped.
const deleteDropped = statement(
  "questions.deleteDropped",
  deleteBatchSql(
    "questions",
    "pk",
    `status = 'dropped' and asked_hour < now() - interval '${waitingDays} days'`,
  ),
);

const clearAddresses = statement(
  "questions.clearAddresses",
  `
  update sealed_senders set address = null
  where ${isInBatchSql(
    "sealed_senders",
    "question_pk",
    `address is not null and sealed_on < current_date - ${retentionDays.sender_address}`,
  )}
  returning true as "is_cleared!"`,
);

/** Deletes dropped questions `waitingDays` days after they were asked. */
export async function deleteOldDropped(db: Db): Promise<void> {
  await repeatBatches(() => deleteDropped(db, {}));
}

/** Deletes the IP addresses of senders after `retentionDays.sender_address` days. */
export async function deleteOldAddresses(db: Db): Promise<void> {
  await repeatBatches(() => clearAddresses(db, {}));
}
