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

/** The time for which tax law asks to keep books; the trigger of the ledger refuses to delete earlier. */
const yearsOfBooks = "interval '7 years'";

const deleteOldEntries = statement(
  "billing.deleteOldEntries",
  deleteBatchSql("ledger", "pk", `booked_at < now() - ${yearsOfBooks}`),
);

// What a subscription consists of goes with its last entry in the ledger.
const deleteOldSubscriptions = statement(
  "billing.deleteOldSubscriptions",
  `
  with old as materialized (
    select pk from subscriptions where ${isInBatchSql(
      "subscriptions",
      "pk",
      `state in ('ended', 'failed') and ends_on < current_date - ${yearsOfBooks} and not exists (
        select from charges join ledger on ledger.order_id = charges.order_id
        where charges.subscription_pk = subscriptions.pk
      )`,
    )}
  ), orders as (
    delete from charges using old where charges.subscription_pk = old.pk returning charges.order_id
  ), deleted_contracts as (
    delete from contracts using orders where contracts.order_id = orders.order_id
  ), deleted_refunds as (
    delete from refunds using orders where refunds.order_id = orders.order_id
  )
  delete from subscriptions using old where subscriptions.pk = old.pk returning subscriptions.pk`,
);

const deleteOldDifferences = statement(
  "billing.deleteOldDifferences",
  deleteBatchSql("billing_differences", "pk", `solved_at < now() - ${yearsOfBooks}`),
);

/** Deletes the books after the time for which they must be kept. */
export async function deleteOldBooks(db: Db): Promise<void> {
  await repeatBatches(() => deleteOldEntries(db, {}));
  await repeatBatches(() => deleteOldSubscriptions(db, {}));
  await repeatBatches(() => deleteOldDifferences(db, {}));
}
