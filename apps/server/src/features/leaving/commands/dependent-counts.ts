import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";

/** Maximum number of rows that are locked and updated in one transaction. */
const batchSize = 200;

const selectFollowed = statement(
  "leaving.selectFollowed",
  `
  select followed_pk as pk from follows where follower_pk = :user_pk and followed_pk > :after
  order by followed_pk limit ${batchSize}`,
);
const selectFollowers = statement(
  "leaving.selectFollowers",
  `
  select follower_pk as pk from follows where followed_pk = :user_pk and follower_pk > :after
  order by follower_pk limit ${batchSize}`,
);
const lockUsers = statement(
  "leaving.lockUsers",
  "select pk from users where pk = any(:pks::bigint[]) order by pk for no key update",
);
// Recounts the follows of these accounts, without left accounts.
const updateFollowCounts = statement(
  "leaving.updateFollowCounts",
  `
  update users u set
    followers_count = (
      select count(*)::int from follows
      join users follower on follower.pk = follows.follower_pk and follower.left_at is null
      where follows.followed_pk = u.pk
    ),
    follows_count = (
      select count(*)::int from follows
      join users followed on followed.pk = follows.followed_pk and followed.left_at is null
      where follows.follower_pk = u.pk
    )
  where u.pk = any(:pks::bigint[])`,
);

const lockCommunities = statement(
  "leaving.lockCommunities",
  `
  select c.pk from communities c join community_members membership on membership.community_pk = c.pk
  where membership.user_pk = :user_pk order by c.pk for no key update of c`,
);
const updateMembersCounts = statement(
  "leaving.updateMembersCounts",
  `
  update communities c set members_count = (
    select count(*)::int from community_members membership
    join users member on member.pk = membership.user_pk and member.left_at is null
    where membership.community_pk = c.pk
  )
  where c.pk in (select community_pk from community_members where user_pk = :user_pk)`,
);

const selectAnswered = statement(
  "leaving.selectAnswered",
  `
  select pk, question_pk from answers
  where answerer_pk = :user_pk and community_pk is not null and pk > :after
  order by pk limit ${batchSize}`,
);
const lockQuestions = statement(
  "leaving.lockQuestions",
  "select pk from questions where pk = any(:pks::bigint[]) order by pk for no key update",
);
// Recounts the answers to these community questions, without answers of left accounts. A question without other
// answers becomes unanswered.
const updateAnswersCounts = statement(
  "leaving.updateAnswersCounts",
  `
  with answer_counts as (
    select q.pk, count(answerer.pk)::int as answers_count
    from questions q
    left join answers a on a.question_pk = q.pk
    left join users answerer on answerer.pk = a.answerer_pk and answerer.left_at is null
    where q.pk = any(:pks::bigint[]) and q.community_pk is not null group by q.pk
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
 * accounts, the member counts of communities and the answer counts of community questions. Locks the rows of a
 * batch before it counts, so that no simultaneous change is missed.
 */
export async function updateDependentCounts(db: Db, user_pk: number): Promise<void> {
  for (const select of [selectFollowed, selectFollowers]) {
    await forEachBatch(
      (after) => select(db, { user_pk, after }),
      (rows) =>
        lockAndUpdate(
          db,
          lockUsers,
          updateFollowCounts,
          rows.map(({ pk }) => pk),
        ),
    );
  }
  await transaction(db, async (db) => {
    await lockCommunities(db, { user_pk });
    await updateMembersCounts(db, { user_pk });
  });
  await forEachBatch(
    (after) => selectAnswered(db, { user_pk, after }),
    (rows) =>
      lockAndUpdate(
        db,
        lockQuestions,
        updateAnswersCounts,
        rows.map(({ question_pk }) => question_pk),
      ),
  );
}

/** A statement that locks or updates the rows with these keys. */
type ChangeRows = (db: Db, parameters: { pks: number[] }) => Promise<unknown>;

function lockAndUpdate(db: Db, lock: ChangeRows, update: ChangeRows, pks: number[]): Promise<void> {
  return transaction(db, async (db) => {
    await lock(db, { pks });
    await update(db, { pks });
  });
}

/** Calls `update` with all rows, in batches that `select` returns in the order of their keys. */
async function forEachBatch<R extends { pk: number }>(
  select: (after: number) => Promise<R[]>,
  update: (rows: R[]) => Promise<void>,
): Promise<void> {
  let rows = await select(0);
  while (rows.length > 0) {
    await update(rows);
    rows = await select(rows.at(-1)?.pk ?? 0);
  }
}
