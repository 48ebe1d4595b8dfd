import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { type Parameters, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Sender } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { awardAchievementsJob } from "../achievements/job-definitions.ts";
import { likeThresholds } from "../achievements/policy.ts";
import { listQuestionPages } from "../communities/queries/associated.ts";
import { sendLikeNoticeJob } from "../notices/job-definitions.ts";

type ToggleType = "increment" | "decrement" | "none";

/**
 * Builds SQL that changes the like and both counters in one statement. The counters change by the number of rows
 * that were inserted and deleted (`delta` is 1, 0 or -1), so that they stay correct in a race. `claim` is an
 * additional CTE, and `when` the condition under which the like changes. Columns of the result:
 * - is_allowed: false for the actor's own answer, whose likes then don't change
 * - is_added, is_removed: both false if nothing changed, for example because a concurrent request of the
 *   same actor came first
 */
const buildToggleSql = ({ claim, when }: Record<"claim" | "when", string>) => `
  with target as (
    select a.pk, a.answerer_pk, u.account, q.uuid_hash, q.community_pk,
      a.answerer_pk is distinct from :user_pk?::bigint as is_allowed
    from answers a
    join users u on u.pk = a.answerer_pk and u.left_at is null
    join questions q on q.pk = a.question_pk
    where a.id = :answer_id
    for key share of a
  ), ${claim} removed_like as (
    delete from answer_likes likes using target
    where likes.answer_pk = target.pk and likes.actor_key = :like_actor and target.is_allowed and ${when}
    returning likes.answer_pk
  ), new_like as (
    insert into answer_likes (answer_pk, actor_key)
    select target.pk, :like_actor from target
    where target.is_allowed and ${when} and not exists (select 1 from removed_like)
    on conflict do nothing
    returning answer_pk
  ), count_change as (
    select (select count(*) from new_like)::int - (select count(*) from removed_like)::int as delta
  ), updated_answer as (
    update answers a set likes_count = a.likes_count + count_change.delta
    from target, count_change where a.pk = target.pk and count_change.delta <> 0
    returning a.answerer_pk
  ), updated_answerer as (
    update users u set answer_likes_count = u.answer_likes_count + count_change.delta
    from updated_answer, count_change where u.pk = updated_answer.answerer_pk
    returning u.pk, u.answer_likes_count, count_change.delta
  ), enqueued_achievements as (
    ${enqueueSql(
      [awardAchievementsJob],
      `updated_answerer where delta > 0 and answer_likes_count in (${likeThresholds.join(", ")})`,
      { user_pk: "pk" },
    )}
  ), enqueued_notices as (
    ${enqueueSql([sendLikeNoticeJob], "new_like")}
  )
  select target.account, target.uuid_hash, community.id as community_id, community.category_id,
    target.is_allowed as "is_allowed!",
    exists (select from new_like) as "is_added!", exists (select from removed_like) as "is_removed!"`;

const fromTargetSql =
  "from target left join communities community on community.pk = target.community_pk";

export const toggle = statement(
  "likes.toggle",
  `${buildToggleSql({ claim: "", when: "true" })}
  ${fromTargetSql}`,
);

// Only the first call with an idempotency key inserts a claim and changes the like. Later calls get the
// answer's id and the change that the first call stored.
const toggleOnce = statement(
  "likes.toggleOnce",
  `${buildToggleSql({
    claim: `claim as (
      insert into like_toggles (tag, answer_id, toggle_type, made_hour)
      select :tag, :answer_id, case when exists (
        select 1 from answer_likes likes where likes.answer_pk = target.pk and likes.actor_key = :like_actor
      ) then 'decrement' else 'increment' end, date_trunc('hour', now())
      from target where target.is_allowed
      on conflict do nothing
      returning toggle_type
    ),`,
    when: "exists (select 1 from claim)",
  })},
    exists (select from claim) as "is_first!", earlier.answer_id as earlier_answer_id,
    earlier.toggle_type as earlier_toggle_type
  ${fromTargetSql} left join like_toggles earlier on earlier.tag = :tag`,
);

function readToggleType(row: { is_added: boolean; is_removed: boolean }): ToggleType {
  if (row.is_removed) return "decrement";
  return row.is_added ? "increment" : "none";
}

/**
 * Adds or removes the actor's like of an answer. Returns `increment`, `decrement`, or `none` if a concurrent request
 * came first.
 */
export async function toggleLike(
  { db, secrets, bus }: Pick<Services, "db" | "secrets" | "bus">,
  answer_id: string,
  actor: Sender,
  idempotencyKey: string | undefined,
): Promise<ToggleType> {
  const { identity, like_actor, user } = actor;
  const parameters = { answer_id, like_actor, user_pk: user?.pk ?? null };
  const toggled = idempotencyKey
    ? await toggleWithKey(db, {
        ...parameters,
        tag: secrets.deriveLikeToggleTag(identity, idempotencyKey),
      })
    : await toggleWithoutKey(db, parameters);
  if (!toggled.is_allowed) throw new Failure("forbidden");
  bus.publish("pages", { paths: [`/${toggled.account}`, ...listQuestionPages(toggled)] });
  return toggled.toggle_type;
}

async function toggleWithoutKey(db: Db, parameters: Parameters<"likes.toggle">) {
  const [row] = await toggle(db, parameters);
  if (!row) throw new Failure("not_found");
  return { ...row, toggle_type: readToggleType(row) };
}

async function toggleWithKey(db: Db, parameters: Parameters<"likes.toggleOnce">) {
  let [row] = await toggleOnce(db, parameters);
  // If another call with the same key ran at the same time, only a second statement can see the row that the other call
  // stored.
  if (row?.is_allowed && !row.is_first && row.earlier_answer_id === null) {
    [row] = await toggleOnce(db, parameters);
  }
  if (!row) throw new Failure("not_found");
  const { answer_id } = parameters;
  if ((row.earlier_answer_id ?? answer_id) !== answer_id) throw new Failure("key_reused");
  return { ...row, toggle_type: row.earlier_toggle_type ?? readToggleType(row) };
}

const deleteOldToggles = statement(
  "likes.deleteOldToggles",
  deleteBatchSql(
    "like_toggles",
    "tag",
    `made_hour < now() - interval '${retentionDays.like_toggle} days'`,
  ),
);

/** Deletes expired idempotency keys of likes. */
export async function deleteOldLikeToggles(db: Db): Promise<void> {
  await repeatBatches(() => deleteOldToggles(db, {}));
}
