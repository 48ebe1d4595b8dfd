import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const deleteOld = statement(
  "diagnosis.deleteOldResults",
  deleteBatchSql(
    "diagnosis_results",
    "pk",
    `played_on < current_date - ${retentionDays.diagnosis_result}`,
  ),
);

/** Deletes results that are older than `retentionDays.diagnosis_result`; links to them then show the game alone. */
export const deleteOldResults = (db: Db): Promise<void> => repeatBatches(() => deleteOld(db, {}));
