import type { Db } from "#platform/database/db.ts";

/** The number of the last message that each participant of a conversation has posted, by which unread ones are found. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table participants add column sent_number bigint not null default 0;
    update participants set sent_number = sent.number
    from (
      select conversation_pk, sender_number, max(number) as number from messages
      group by conversation_pk, sender_number
    ) sent
    where participants.conversation_pk = sent.conversation_pk and participants.number = sent.sender_number`);
}
