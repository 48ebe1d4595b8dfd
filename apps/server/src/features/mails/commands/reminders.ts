import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const updateReminded = statement(
  "mails.updateReminded",
  `
  update users set email_reminded_on = current_date
  where pk = :user_pk and email_reminded_on is distinct from current_date`,
);

/** Stores that an account was asked for an email address today. */
export async function storeReminder(db: Db, user_pk: number): Promise<void> {
  await updateReminded(db, { user_pk });
}
