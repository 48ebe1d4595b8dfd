import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const deleteOld = statement(
  "staff.deleteOldCases",
  deleteBatchSql(
    "cases",
    "pk",
    `opened_hour < now() - interval '${retentionDays.talk_report} days' and not exists (
      select from case_actions where case_pk = cases.pk and suspended_until > now() and undone_at is null
    )`,
  ),
);

/** Deletes cases as late as reports of talks, with what was reported; those of suspended accounts stay until they end. */
export async function deleteOldCases(db: Db): Promise<void> {
  await repeatBatches(() => deleteOld(db, {}));
}
