import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";
import { likesToReach } from "../achievements/policy.ts";

export interface Toggled {
  account: string;
  uuid_hash: string;
  /** False for one's own answer, which stays as it was. */
  is_allowed: boolean;
  toggle_type: "increment" | "decrement";
}

/**
 * The like and both counters in one statement. The counts follow the rows that really came or went,
 * so that no race can part them. `claim` is a further step that `when` makes the change depend on;
 * `outcome` are the columns that say what came of it.
 */
const toggleSql = ({ claim, when, outcome }: Record<"claim" | "when" | "outcome", string>) => `
  with target as (
    select a.pk, a.answerer_pk, u.account, q.uuid_hash,
      a.answerer_pk is distinct from $3::bigint as is_allowed
    from answers a
    join users u on u.pk = a.answerer_pk and u.left_at is null
    join questions q on q.pk = a.question_pk
    where a.id = $1
    for key share of a
  ), ${claim} taken as (
    delete from answer_likes l using target t
    where l.answer_pk = t.pk and l.actor_key = $2 and t.is_allowed and ${when}
    returning l.answer_pk
  ), given as (
    insert into answer_likes (answer_pk, actor_key)
    select t.pk, $2 from target t
    where t.is_allowed and ${when} and not exists (select 1 from taken)
    on conflict do nothing
    returning answer_pk
  ), change as (
    select (select count(*) from given)::int - (select count(*) from taken)::int as by
  ), counted as (
    update answers a set likes_count = a.likes_count + change.by
    from target t, change where a.pk = t.pk and change.by <> 0
    returning a.answerer_pk
  ), honoured as (
    update users u set answer_likes_count = u.answer_likes_count + change.by
    from counted c, change where u.pk = c.answerer_pk
    returning u.pk, u.answer_likes_count, change.by
  ), reached as (
    ${enqueueSql(
      ["earn_achievements"],
      "jsonb_build_object('user_pk', pk)",
      `honoured where by > 0 and answer_likes_count in (${likesToReach.join(", ")})`,
    )}
  ), told as (
    ${enqueueSql(["tell_new_like"], "jsonb_build_object('answer_pk', answer_pk)", "given")}
  )
  select t.account, t.uuid_hash, t.is_allowed, ${outcome}
  from target t`;

const toggle = statement<Toggled>(
  toggleSql({
    claim: "",
    when: "true",
    outcome: `
      case when exists (select 1 from taken) then 'decrement' else 'increment' end as toggle_type`,
  }),
);

interface ToggledOnce extends Toggled {
  /** The answer that an earlier call with the same key was about. */
  earlier_answer_id: string | null;
}

const earlier = (column: string) =>
  `(select ${column} from like_toggles where actor_key = $2 and idempotency_key = $4)`;

const toggleOnce = statement<ToggledOnce>(
  toggleSql({
    claim: `claim as (
      insert into like_toggles (actor_key, idempotency_key, answer_id, toggle_type)
      select $2, $4, $1, case when exists (
        select 1 from answer_likes l where l.answer_pk = t.pk and l.actor_key = $2
      ) then 'decrement' else 'increment' end
      from target t where t.is_allowed
      on conflict do nothing
      returning toggle_type
    ),`,
    when: "exists (select 1 from claim)",
    outcome: `${earlier("answer_id")} as earlier_answer_id,
      coalesce((select toggle_type from claim), ${earlier("toggle_type")}) as toggle_type`,
  }),
);

/** Likes the answer, or takes the like back; undefined when there is no such answer. */
export async function toggleLike(
  db: Db,
  answer_id: string,
  actor_key: Buffer,
  user_pk: number | null,
  idempotency_key: string | undefined,
): Promise<Toggled | undefined> {
  const values = [answer_id, actor_key, user_pk];
  if (!idempotency_key) return (await toggle(db, ...values))[0];
  let [toggled] = await toggleOnce(db, ...values, idempotency_key);
  // The same call is under way a second time: only another look sees what the first one did.
  if (toggled?.is_allowed && !toggled.toggle_type) {
    [toggled] = await toggleOnce(db, ...values, idempotency_key);
  }
  if (toggled && (toggled.earlier_answer_id ?? answer_id) !== answer_id) {
    throw new Failure("key_reused");
  }
  return toggled;
}
