import { type CalmDuration, ngWordLimits } from "@toibako/contract/filters.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { deleteCardsJob } from "../cards/job-definitions.ts";
import { storeReleasedNoticeJob } from "../notices/job-definitions.ts";

// A held question causes no notice, so releasing it enqueues the notice of a new question. It is stored as seen: the
// receiver has just seen the question and needs no announcement.
const updateReleased = statement(
  "filters.updateReleased",
  `
  with released_question as (
    update questions set status = 'unread', held_by = null, changed_hour = date_trunc('hour', now()),
      is_ad_default = is_ad_default and held_by ->> 'category' is distinct from 'sexual'
    where uuid_hash = :uuid_hash and receiver_pk = :receiver_pk and status = 'held'
    returning receiver_pk, uuid_hash
  ), updated_counts as (
    update users u set
      held_questions_count = u.held_questions_count - 1,
      unread_questions_count = u.unread_questions_count + 1
    from released_question where u.pk = released_question.receiver_pk
  ), enqueued_jobs as (
    ${enqueueSql([storeReleasedNoticeJob], "released_question")}
  )
  select uuid_hash from released_question`,
);

/** Moves a held question to the inbox; if it was held as sexual, it becomes sensitive. */
export async function releaseQuestion(db: Db, uuid_hash: string, receiver_pk: number) {
  const released = await updateReleased(db, { uuid_hash, receiver_pk });
  if (released.length === 0) throw new Failure("not_found");
}

// Marks the question as dropped instead of deleting it, so that a repeated request of the sender gets the same reply
// and doesn't send the question again. A job deletes dropped questions later.
const updateDropped = statement(
  "filters.updateDropped",
  `
  with dropped_question as (
    update questions set status = 'dropped', held_by = null, changed_hour = date_trunc('hour', now())
    where uuid_hash = :uuid_hash and receiver_pk = :receiver_pk and status = 'held'
    returning receiver_pk, uuid_hash
  ), updated_counts as (
    update users u set held_questions_count = u.held_questions_count - 1
    from dropped_question where u.pk = dropped_question.receiver_pk
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "dropped_question")}
  )
  select uuid_hash from dropped_question`,
);

/** Deletes a held question for its receiver. */
export async function dropQuestion(db: Db, uuid_hash: string, receiver_pk: number) {
  const dropped = await updateDropped(db, { uuid_hash, receiver_pk });
  if (dropped.length === 0) throw new Failure("not_found");
}

const updateAllDropped = statement(
  "filters.updateAllDropped",
  `
  with held_questions as (
    select pk from questions where receiver_pk = :receiver_pk and status = 'held'
    order by pk for update
  ), dropped_questions as (
    update questions q set status = 'dropped', held_by = null, changed_hour = date_trunc('hour', now())
    from held_questions where q.pk = held_questions.pk
    returning q.receiver_pk, q.uuid_hash
  ), updated_counts as (
    update users set held_questions_count = held_questions_count - (select count(*) from dropped_questions)
    where pk = :receiver_pk and exists (select from dropped_questions)
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "dropped_questions")}
  )
  select uuid_hash from dropped_questions`,
);

/** Deletes all held questions of a receiver. */
export async function dropAllQuestions(db: Db, receiver_pk: number): Promise<void> {
  await updateAllDropped(db, { receiver_pk });
}

// Simultaneous requests wait for this lock, so that they can't exceed the limit together.
const lockUser = statement(
  "filters.lockUser",
  "select pk from users where pk = :user_pk for update",
);

// Returns the new row, or an existing row that has the same word or, failing that, the same id. Returns no row if the
// limit is reached.
const insertWord = statement(
  "filters.insertWord",
  `
  with new_word as (
    insert into ng_words (id, user_pk, word)
    select :id, :user_pk, :word
    where (select count(*) from ng_words where user_pk = :user_pk) < ${ngWordLimits.words}
    on conflict do nothing
    returning id, word
  )
  select id as "id!", word as "word!" from new_word
  union all (
    select id, word from ng_words where user_pk = :user_pk and (word = :word or id = :id)
    order by word = :word desc
  )
  limit 1`,
);

/** Adds a word to the user's own words and returns its row. A word that exists already is not added again. */
export async function addWord(db: Db, id: string, user_pk: number, typedWord: string) {
  const word = requireText("word", typedWord, ngWordLimits.characters);
  const [added] = await transaction(db, async (db) => {
    await lockUser(db, { user_pk });
    return insertWord(db, { id, user_pk, word });
  });
  if (!added) throw new Failure("ng_words_full");
  if (added.word !== word) throw new Failure("key_reused");
  return added;
}

const deleteWord = statement(
  "filters.deleteWord",
  "delete from ng_words where id = :id and user_pk = :user_pk returning id",
);

export async function removeWord(db: Db, id: string, user_pk: number): Promise<void> {
  if ((await deleteWord(db, { id, user_pk })).length === 0) throw new Failure("not_found");
}

const intervals: Record<CalmDuration, string> = {
  day: "1 day",
  week: "7 days",
  open_ended: "infinity",
};

const updateCalmUntil = statement(
  "filters.updateCalmUntil",
  `
  update users set calm_until = case when :duration = 'infinity' then 'infinity'::timestamptz
    else now() + (:duration::text)::interval end
  where pk = :user_pk`,
);

const clearCalmUntil = statement(
  "filters.clearCalmUntil",
  "update users set calm_until = null where pk = :user_pk",
);

/** Switches calm mode on from now for `duration`, or off if it is null. */
export async function setCalmMode(
  db: Db,
  user_pk: number,
  duration: CalmDuration | null,
): Promise<void> {
  if (duration === null) await clearCalmUntil(db, { user_pk });
  else await updateCalmUntil(db, { user_pk, duration: intervals[duration] });
}
