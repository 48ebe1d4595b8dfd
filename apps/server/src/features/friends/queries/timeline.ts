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
import { findBlockedAccounts, shownAnswerCondition } from "../../moderation/queries.ts";

type ReadServices = Pick<Services, "db" | "secrets">;

/** How many of the newest answers of the whole site are searched for those of somebody with many friends. */
const recentAnswers = 2_000;

/** Up to this number of friends, reading the newest answers of each is faster than searching recent answers. */
const fewFriends = 200;

const isSensitive = "(not a.is_ad_default or not q.is_ad_default)";

/** Whether an answer `a` to `q` by `u` is shown on the timeline of `:user_pk`. */
const isOnTimeline = `
  u.left_at is null and (:shows_sensitive or not ${isSensitive}) and ${shownAnswerCondition}`;

/** Selects items by the keys of their answers, the newest first. */
const buildTimelineSql = (keys: string) => `
  select ${itemColumns}, ${isLikedColumn}
  from (${keys}) found
  join answers a on a.pk = found.pk
  join users u on u.pk = a.answerer_pk
  join questions q on q.pk = a.question_pk
  ${communityJoin}
  order by a.pk desc`;

// Among thousands of friends, some have answered recently: their answers are found among the newest ones of the site.
const selectAmongRecent = statement(
  "friends.selectAmongRecent",
  buildTimelineSql(`
    select a.pk
    from (
      select * from answers where pk < :before_pk order by pk desc limit ${recentAnswers}
    ) a
    join users u on u.pk = a.answerer_pk
    join questions q on q.pk = a.question_pk
    where exists (
      select from follows where follower_pk = :user_pk and followed_pk = a.answerer_pk
    ) and ${isOnTimeline}
    order by a.pk desc limit ${timelineBatch}`),
);

/** The newest answers of a friend, whose key is `friend`. */
const newestOfFriendSql = (friend: string, limit: number) => `
  select a.pk
  from answers a
  join users u on u.pk = a.answerer_pk
  join questions q on q.pk = a.question_pk
  where a.answerer_pk = ${friend} and a.pk < :before_pk and ${isOnTimeline}
  order by a.pk desc limit ${limit}`;

// The newest answers of all friends are by the friends whose own newest answers are the newest. So only these friends
// are asked for more than one answer.
const selectOfFriends = statement(
  "friends.selectOfFriends",
  buildTimelineSql(`
    select answer.pk
    from (
      select f.followed_pk
      from follows f cross join lateral (${newestOfFriendSql("f.followed_pk", 1)}) newest
      where f.follower_pk = :user_pk
      order by newest.pk desc limit ${timelineBatch}
    ) friend
    cross join lateral (${newestOfFriendSql("friend.followed_pk", timelineBatch)}) answer
    order by answer.pk desc limit ${timelineBatch}`),
);

const selectStart = statement(
  "friends.selectTimelineStart",
  `
  select u.follows_count, a.pk as before_pk
  from users u left join answers a on a.id = :last_answer_id?
  where u.pk = :user_pk`,
);

/** Up to 20 answers of friends, the newest first, before the one with the given id. */
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
    shows_sensitive: !isWithheld(false, viewer.user),
    like_actor: viewer.like_actor,
  };
  const toItems = (rows: Awaited<ReturnType<typeof selectOfFriends>>) =>
    rows.map((row) => toItem(row, viewer, locale));
  if (start.follows_count > fewFriends) {
    const rows = await selectAmongRecent(services.db, parameters);
    if (rows.length === timelineBatch) return toItems(rows);
  }
  return toItems(await selectOfFriends(services.db, parameters));
}

const selectRecommended = statement(
  "friends.selectRecommended",
  `
  select ${itemColumns}, ${isLikedColumn}
  from recommended_answers r
  join answers a on a.pk = r.answer_pk
  join users u on u.pk = a.answerer_pk
  join questions q on q.pk = a.question_pk
  ${communityJoin}
  where r.locale = :locale and u.left_at is null and not ${isSensitive} and q.status <> 'deleted'
    and ${shownAnswerCondition} and u.pk is distinct from :user_pk? and not exists (
      select from follows where follower_pk = :user_pk? and followed_pk = u.pk
    )
  order by r.rank desc, r.answer_pk limit ${maxRecommendedContents}`,
);

/** The best answers of the last week to questions in a language, for somebody who doesn't know their authors yet. */
export async function listRecommendedAnswers(
  services: ReadServices,
  viewer: Viewer,
  locale: Locale,
  readerLocale: Locale,
): Promise<Item[]> {
  const rows = await selectRecommended(services.db, {
    locale,
    user_pk: viewer.user?.pk ?? null,
    blocked_pks: await findBlockedAccounts(services, viewer),
    like_actor: viewer.like_actor ?? null,
  });
  return rows.map((row) => toItem(row, viewer, readerLocale));
}
