import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen, transaction } from "#platform/database/transaction.ts";

/** Maximum number of follows that one transaction counts: as long as it runs, the accounts' counts are locked. */
const followsPerBatch = 100;

// A follow that is being stored has locked this row, and is seen after it.
const waitForNewFollows = statement(
  "leaving.waitForNewFollows",
  "select pk from users where pk = :user_pk for no key update",
);

// Two jobs of one account must not count by turns: the later one decides, by what it reads after the earlier one.
const lockFollowsOf = statement(
  "leaving.lockFollowsOf",
  "select pg_advisory_xact_lock(hashtext('toibako_follow_counts'), hashint8(:user_pk::bigint))",
);

/**
 * Builds a statement that counts one batch of an account's follows, or no longer counts them. Each follow remembers in
 * which of the two counts it is, so that repeated and simultaneous changes add it once: counting all followers of a
 * popular account again would lock its row for too long. Locks the follows before the accounts, like unfollowing.
 */
const buildCountFollowsSql = (
  own: "follower" | "followed",
  other: "followed" | "follower",
  count: "followers_count" | "follows_count",
) => `
  with batch as (
    select follower_pk, followed_pk from follows
    where ${own}_pk = :user_pk and ${other}_pk > :after order by ${other}_pk limit ${followsPerBatch}
  ), changed_follows as (
    update follows set is_${own}_counted = u.left_at is null
    from batch, users u
    where follows.follower_pk = batch.follower_pk and follows.followed_pk = batch.followed_pk
      and u.pk = :user_pk and follows.is_${own}_counted <> (u.left_at is null)
    returning follows.${other}_pk as pk, follows.is_${own}_counted as is_counted
  ), locked_users as (
    select pk from users where pk in (select pk from changed_follows) order by pk for no key update
  ), updated_counts as (
    update users u set ${count} = u.${count} + case when changed_follows.is_counted then 1 else -1 end
    from changed_follows join locked_users using (pk) where u.pk = changed_follows.pk
  )
  select max(${other}_pk) as last_pk from batch`;

const countAsFollower = statement(
  "leaving.countAsFollower",
  buildCountFollowsSql("follower", "followed", "followers_count"),
);
const countAsFollowed = statement(
  "leaving.countAsFollowed",
  buildCountFollowsSql("followed", "follower", "follows_count"),
);

const selectCommunities = statement(
  "leaving.selectCommunities",
  "select community_pk as pk from community_members where user_pk = :user_pk",
);
const lockCommunity = statement(
  "leaving.lockCommunity",
  "select pk from communities where pk = :pk for no key update",
);
const updateMembersCount = statement(
  "leaving.updateMembersCount",
  `
  update communities c set members_count = (
    select count(*)::int from community_members membership
    join users member on member.pk = membership.user_pk and member.left_at is null
    where membership.community_pk = c.pk
  )
  where c.pk = :pk`,
);

const selectAnswered = statement(
  "leaving.selectAnswered",
  `
  select pk, question_pk from answers
  where answerer_pk = :user_pk and community_pk is not null and pk > :after
  order by pk limit 200`,
);
const lockQuestion = statement(
  "leaving.lockQuestion",
  "select pk from questions where pk = :pk for no key update",
);
// Recounts the answers to a community question, without answers of left accounts. A question without other answers
// becomes unanswered.
export const updateAnswersCount = statement(
  "leaving.updateAnswersCount",
  `
  with answer_counts as (
    select q.pk, count(answerer.pk)::int as answers_count
    from questions q
    left join answers a on a.question_pk = q.pk
    left join users answerer on answerer.pk = a.answerer_pk and answerer.left_at is null
    where q.pk = :pk and q.community_pk is not null group by q.pk
  ), updated_questions as (
    update questions q set is_answered = answer_counts.answers_count > 0 from answer_counts
    where q.pk = answer_counts.pk and q.receiver_pk is null
      and q.is_answered <> (answer_counts.answers_count > 0)
  )
  update community_questions listed set answers_count = answer_counts.answers_count from answer_counts
  where listed.question_pk = answer_counts.pk`,
);

/**
 * Updates the dependent counts of an account that was left, restored or destroyed: the follow counts of other
 * accounts, the member counts of communities and the answer counts of community questions. Members and answers are
 * counted again, each community and question in a transaction that locks it first, so that no simultaneous change is
 * missed.
 */
export async function updateDependentCounts(db: Db, user_pk: number): Promise<void> {
  await waitForNewFollows(db, { user_pk });
  for (const countFollows of [countAsFollower, countAsFollowed]) {
    let after: number | null = 0;
    while (after !== null) {
      after = await countFollowsAfter(db, countFollows, { user_pk, after });
    }
  }
  for (const { pk } of await selectCommunities(db, { user_pk })) {
    await lockThen(
      db,
      (db) => lockCommunity(db, { pk }),
      (db) => updateMembersCount(db, { pk }),
    );
  }
  let answers = await selectAnswered(db, { user_pk, after: 0 });
  while (answers.length > 0) {
    for (const { question_pk } of answers) {
      await lockThen(
        db,
        (db) => lockQuestion(db, { pk: question_pk }),
        (db) => updateAnswersCount(db, { pk: question_pk }),
      );
    }
    answers = await selectAnswered(db, { user_pk, after: answers.at(-1)?.pk ?? 0 });
  }
}

/** Returns the last account of the batch; null if there was none. */
function countFollowsAfter(
  db: Db,
  countFollows: typeof countAsFollower | typeof countAsFollowed,
  parameters: { user_pk: number; after: number },
): Promise<number | null> {
  return transaction(db, async (db) => {
    await lockFollowsOf(db, { user_pk: parameters.user_pk });
    const [batch] = await countFollows(db, parameters);
    return batch?.last_pk ?? null;
  });
}
