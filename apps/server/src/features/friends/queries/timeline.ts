import { maxRecommendedContents, timelineBatch } from "@toibako/contract/friends/timeline.ts";
import type { Item } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isWithheld } from "../../answers/policy.ts";
import { isLikedColumn, itemColumns, toItem } from "../../answers/queries.ts";
import { communityJoin } from "../../communities/queries/associated.ts";
import { findBlockedAccounts, isAnswerShownSql } from "../../moderation/queries.ts";

type ReadServices = Pick<Services, "db" | "secrets">;

/** Number of the site's newest answers that are searched for answers of friends. */
const maxSearchedAnswers = 1_000;

/** Above this number of friends, searching the site's newest answers is faster than reading those of each friend. */
const friendsReadOneByOne = 500;

const isSensitiveSql = "(not a.is_ad_default or not q.is_ad_default)";

/** SQL condition: the timeline of `:user_pk` shows the answer `a` to `q` by `u`. */
const isOnTimelineSql = `
  u.left_at is null and (:shows_sensitive or not ${isSensitiveSql}) and ${isAnswerShownSql}`;

/** Builds SQL that selects items by the keys of their answers, newest first. */
const buildTimelineSql = (keys: string) => `
  select ${itemColumns}, ${isLikedColumn}
  from (${keys}) found
  join answers a on a.pk = found.pk
  join users u on u.pk = a.answerer_pk
  join questions q on q.pk = a.question_pk
  ${communityJoin}
  order by a.pk desc`;

// For accounts with many friends, whose answers are frequent among the newest answers of the site. The condition for
// friends is a subquery that returns one value, because the planner would add a cache to a join, which takes longer.
const selectFromNewestAnswers = statement(
  "friends.selectFromNewestAnswers",
  buildTimelineSql(`
    select a.pk
    from (
      select * from answers where pk < :before_pk order by pk desc limit ${maxSearchedAnswers}
    ) a
    join users u on u.pk = a.answerer_pk
    join questions q on q.pk = a.question_pk
    where (
      select true from follows where follower_pk = :user_pk and followed_pk = a.answerer_pk
    ) and ${isOnTimelineSql}
    order by a.pk desc limit ${timelineBatch}`),
);

/** Builds SQL that selects the newest answers that meet the condition and that the timeline shows. */
const buildShownSql = (condition: string, limit: number) => `
  select a.pk
  from answers a
  join users u on u.pk = a.answerer_pk
  join questions q on q.pk = a.question_pk
  where ${condition} and ${isOnTimelineSql}
  order by a.pk desc limit ${limit}`;

// `friends` finds the newest answer of each friend, which reads an index only. `newest_shown` contains the answers among
// them that the timeline shows. If they fill a page, the page has no answer that is older than the last of them, so only
// friends with an answer at least as new are read.
//
// Two parts are written for the planner. The newest answer is a subquery that returns one value, because the planner
// would add a cache to a join, which takes longer than the search itself. The friends to read are an array, because the
// planner expects few elements of an array. Otherwise it would expect a third of the friends and compile the statement,
// which takes ten times as long as running it.
const selectFromEachFriend = statement(
  "friends.selectFromEachFriend",
  buildTimelineSql(`
    with friends as materialized (
      select followed_pk, (
        select pk from answers where answerer_pk = follows.followed_pk and pk < :before_pk
        order by pk desc limit 1
      ) as newest_pk
      from follows
      where follower_pk = :user_pk
    ), newest_shown as (
      select shown.pk
      from (
        select newest_pk from friends where newest_pk is not null order by newest_pk desc
      ) friend
      cross join lateral (${buildShownSql("a.pk = friend.newest_pk", 1)}) shown
      limit ${timelineBatch}
    ), oldest_possible as (
      select case when count(*) = ${timelineBatch} then min(pk) else 0 end as pk from newest_shown
    )
    select answer.pk
    from unnest(array(
      select followed_pk from friends where newest_pk >= (select pk from oldest_possible)
    )) friend (pk)
    cross join lateral (
      ${buildShownSql("a.answerer_pk = friend.pk and a.pk < :before_pk", timelineBatch)}
    ) answer
    order by answer.pk desc limit ${timelineBatch}`),
);

const selectStart = statement(
  "friends.selectTimelineStart",
  `
  select u.follows_count, a.pk as before_pk
  from users u left join answers a on a.id = :last_answer_id?
  where u.pk = :user_pk`,
);

/** Lists up to 20 answers of friends, newest first, that are older than the answer with the given id. */
export async function listFriendsAnswers(
  services: ReadServices,
  viewer: SignedIn,
  last_answer_id: string | undefined,
  locale: Locale,
): Promise<Item[]> {
  const user_pk = viewer.user.pk;
  const [[start], blocked_pks] = await Promise.all([
    selectStart(services.db, { user_pk, last_answer_id: last_answer_id ?? null }),
    findBlockedAccounts(services, viewer),
  ]);
  if (!start || (last_answer_id && start.before_pk === null)) throw new Failure("not_found");
  const parameters = {
    user_pk,
    blocked_pks,
    before_pk: start.before_pk ?? Number.MAX_SAFE_INTEGER,
    // Whether the viewer is shown answers whose `is_ad_default` is false.
    shows_sensitive: !isWithheld(false, viewer.user),
    like_actor: viewer.like_actor,
  };
  const toItems = (rows: Awaited<ReturnType<typeof selectFromEachFriend>>) =>
    rows.map((row) => toItem(row, viewer, locale));
  if (start.follows_count > friendsReadOneByOne) {
    const rows = await selectFromNewestAnswers(services.db, parameters);
    if (rows.length === timelineBatch) return toItems(rows);
  }
  return toItems(await selectFromEachFriend(services.db, parameters));
}

const selectRecommended = statement(
  "friends.selectRecommended",
  `
  select ${itemColumns}, ${isLikedColumn}
  from recommended_answers
  join answers a on a.pk = recommended_answers.answer_pk
  join users u on u.pk = a.answerer_pk
  join questions q on q.pk = a.question_pk
  ${communityJoin}
  where recommended_answers.locale = :locale and u.left_at is null and not ${isSensitiveSql} and q.status <> 'deleted'
    and ${isAnswerShownSql} and u.pk is distinct from :user_pk? and not exists (
      select from follows where follower_pk = :user_pk? and followed_pk = u.pk
    )
  order by recommended_answers.rank desc, recommended_answers.answer_pk limit ${maxRecommendedContents}`,
);

/** Lists the best answers of the last week to questions in a language, by answerers whom the viewer doesn't follow. */
export async function listRecommendedAnswers(
  services: ReadServices,
  viewer: Viewer,
  locale: Locale,
  viewerLocale: Locale,
): Promise<Item[]> {
  const rows = await selectRecommended(services.db, {
    locale,
    user_pk: viewer.user?.pk ?? null,
    blocked_pks: await findBlockedAccounts(services, viewer),
    like_actor: viewer.like_actor ?? null,
  });
  return rows.map((row) => toItem(row, viewer, viewerLocale));
}
