import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { askOrderJob } from "../job-definitions.ts";

// A notification about an order that doesn't exist leaves no row.
const insertEvent = statement(
  "billing.insertEvent",
  `
  with arrived as (
    insert into provider_events (provider, order_id)
    select :provider, order_id from charges where order_id = :order_id
    returning order_id
  ), enqueued as (
    ${enqueueSql([askOrderJob], "arrived")}
  )
  select order_id from arrived`,
);

/** Notes that a notification about an order has arrived, and enqueues asking the provider about it. */
export async function storeProviderEvent(db: Db, provider: string, order_id: string) {
  await insertEvent(db, { provider, order_id });
}
