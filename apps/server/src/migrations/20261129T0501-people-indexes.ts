import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

// For the console of staff: accounts by the beginning of their handle, in the order of its bytes, the few accounts with a
// role, and the audit log by its filters.
const indexes = {
  users_handle_beginning: `users ((lower(account) collate "C"))`,
  users_of_staff: "users (pk) where role is not null",
  audit_of_action: "audit (action, number)",
  audit_of_actor: "audit (actor_pk, number)",
  audit_of_actor_and_action: "audit (actor_pk, action, number)",
};

export async function up(db: Db): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    // An earlier attempt may have left the index unfinished.
    await db.query(`drop index concurrently if exists ${name}`);
    await db.query(`create index concurrently ${name} on ${columns}`);
  }
}
