import type { Db } from "#platform/database/db.ts";

/** Cases about accounts, and the notice that staff have changed a birthday. */
export async function up(db: Db): Promise<void> {
  // Only new rows are checked: the old constraints have checked the old ones.
  await db.query(`
    alter table cases drop constraint cases_kind_check,
      add constraint cases_kind_check check (kind in (
        'question', 'community_question', 'answer', 'brought_answer', 'talk', 'room_message', 'appeal', 'held_question',
        'account'
      )) not valid;
    alter table received_notices drop constraint received_notices_detail_check,
      add constraint received_notices_detail_check check (detail in ('baton', 'choose', 'stamp', 'talk_request',
        'room_reply', 'payment_receipt', 'payment_failed', 'payment_ended', 'payment_price', 'moderation_warned', 'moderation_suspended',
        'moderation_hidden', 'moderation_undone', 'moderation_appeal_accepted', 'moderation_appeal_refused',
        'moderation_report_accepted', 'moderation_report_dismissed', 'moderation_birthday')) not valid`);
}
