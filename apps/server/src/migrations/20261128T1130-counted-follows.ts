import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

/**
 * Whether a follow is in the counts of both accounts: that of the follower is in `followers_count` of the followed
 * account, and that of the followed account in `follows_count` of the follower. Left accounts aren't counted.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table follows
      add column if not exists is_follower_counted boolean not null default true,
      add column if not exists is_followed_counted boolean not null default true`);
  // Not in the same transaction, whose lock of the table would last as long.
  await db.query(`
    update follows set is_follower_counted = false
    from users where users.pk = follows.follower_pk and users.left_at is not null`);
  await db.query(`
    update follows set is_followed_counted = false
    from users where users.pk = follows.followed_pk and users.left_at is not null`);
}
