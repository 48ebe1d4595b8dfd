import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, isInBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const deleteOldEvents = statement(
  "billing.deleteOldEvents",
  deleteBatchSql(
    "provider_events",
    "pk",
    `arrived_at < now() - interval '${retentionDays.provider_event} days'`,
  ),
);

export const deleteOldProviderEvents = (db: Db): Promise<void> =>
  repeatBatches(() => deleteOldEvents(db, {}));

// The key of a survey is one part of the table's key, so a batch may hold all answers of its surveys.
const unlinkOldSurveys = statement(
  "billing.unlinkOldSurveys",
  `
  update survey_answers set user_pk = null
  where ${isInBatchSql("survey_answers", "survey_id", `user_pk is not null and answered_on < current_date - ${retentionDays.survey}`)}
  returning choice`,
);

/** Forgets who gave the answers of old surveys. */
export const forgetSurveyAuthors = (db: Db): Promise<void> =>
  repeatBatches(() => unlinkOldSurveys(db, {}));
