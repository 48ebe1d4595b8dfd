import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

// For what the first screen of the console counts.
const indexes = {
  cases_waiting: "cases (kind, opened_hour) where is_open",
  case_reports_by_hour: "case_reports (reported_hour)",
  case_actions_by_time: "case_actions (acted_at)",
  users_by_creation: "users (created_at)",
};

export async function up(db: Db): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    // An earlier attempt may have left the index unfinished.
    await db.query(`drop index concurrently if exists ${name}`);
    await db.query(`create index concurrently ${name} on ${columns}`);
  }
}
