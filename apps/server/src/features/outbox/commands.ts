import { type Db, statement } from "#platform/db.ts";

const access = statement(`
  insert into outboxes (sender_key, accessed_at) values ($1, now())
  on conflict (sender_key) do update set accessed_at = excluded.accessed_at`);

/** The outbox was opened: what is in it is no longer unread. */
export async function markOutboxAccessed(db: Db, sender_key: Buffer): Promise<void> {
  await access(db, sender_key);
}
