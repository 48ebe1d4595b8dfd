import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import strangers from "../followers.json" with { type: "json" };

// Links each account to X and stores its followers on X: the accounts that follow it on this site, and
// all `strangers` of its language. The import ended long enough ago that it can be started again.
const insertFollowersOnX = statement(
  "demo.insertFollowersOnX",
  `
  with linked_accounts as (
    insert into identities (user_pk, provider, subject, nickname, name)
    select pk, 'twitter', 'demo-' || account, left(account, 15), displaying_name from users
    returning user_pk, subject, nickname, name
  ), followers as (
    select f.followed_pk as user_pk, i.subject, i.nickname, i.name, u.self_introduction as introduction
    from follows f
    join linked_accounts i on i.user_pk = f.follower_pk
    join users u on u.pk = f.follower_pk
    union all
    select u.pk, 'demo-' || s.nickname, s.nickname, s.name, s.introduction
    from jsonb_to_recordset(:strangers::jsonb) as s
      (locale text, nickname text, name text, introduction text)
    join users u on u.locale = s.locale
  ), new_imports as (
    insert into friend_imports (user_pk, status, progress, total, started_at, updated_at)
    select user_pk, 'done', count(*)::int, count(*)::int, now() - interval '1 day', now() - interval '1 day'
    from followers group by user_pk
    returning user_pk, run
  )
  insert into imported_followers
    (user_pk, subject, nickname, name, introduction, position, run)
  select f.user_pk, f.subject, f.nickname, f.name, f.introduction,
    (row_number() over (partition by f.user_pk order by md5(f.subject)))::int, i.run
  from followers f join new_imports i using (user_pk)`,
);

/** Makes nicknames longer than X allows, so that no link leads to a real account. */
const ending = "_toibako_demo";

/** Stores followers on X of each account. Needs the accounts and their follows. */
export async function populateFollowersOnX(db: Db): Promise<void> {
  const rows = strangers.map((row) => ({ ...row, nickname: row.nickname + ending }));
  await insertFollowersOnX(db, { strangers: JSON.stringify(rows) });
}
