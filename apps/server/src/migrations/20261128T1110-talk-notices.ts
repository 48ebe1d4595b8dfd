import type { Db } from "#platform/database/db.ts";

/**
 * Lets a notice say that somebody has started a talk, and gives every account the badge on the entry of messages, which
 * was hidden until now. Accounts that are made later get it with their row.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table received_notices drop constraint received_notices_detail_check,
      add constraint received_notices_detail_check
        check (detail in ('baton', 'choose', 'stamp', 'talk_request'));
    -- The ids are random like those of other badges: 16 bytes as 22 characters.
    insert into badges (uuid_hash, user_pk, keyword)
    select translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'), pk, 'nav_footer_message'
    from users where destroyed_at is null
    on conflict (user_pk, keyword) do nothing`);
}
