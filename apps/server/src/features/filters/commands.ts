import { ngWordLimits } from "@toibako/contract/filters.ts";
import { countCharacters, isBlank, normalizeText } from "@toibako/contract/text.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure, fieldFailure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

const release = statement<{ uuid_hash: string }>(`
  with released as (
    update questions set status = 'unread', held_by = null, changed_at = now(),
      is_ad_default = is_ad_default and held_by ->> 'category' is distinct from 'sexual'
    where uuid_hash = $1 and receiver_pk = $2 and status = 'held'
    returning receiver_pk, uuid_hash
  ), counted as (
    update users u set
      held_questions_count = u.held_questions_count - 1,
      unread_questions_count = u.unread_questions_count + 1
    from released r where u.pk = r.receiver_pk
  ), told as (
    ${enqueueSql(["tell_new_question"], "jsonb_build_object('uuid_hash', uuid_hash)", "released")}
  )
  select uuid_hash from released`);

/** Lets a held question into the inbox; one that was held as sexual is sensitive from then on. */
export async function releaseQuestion(db: Db, uuid_hash: string, receiver_pk: number) {
  if ((await release(db, uuid_hash, receiver_pk)).length === 0) throw new Failure("not_found");
}

// Gone for its receiver at once. For a day it stays as what was dropped does, so that its sender's
// repeated call is answered as ever and brings nothing back.
const discard = statement<{ uuid_hash: string }>(`
  with gone as (
    update questions set status = 'dropped', held_by = null, changed_at = now()
    where uuid_hash = $1 and receiver_pk = $2 and status = 'held'
    returning receiver_pk, uuid_hash
  ), counted as (
    update users u set held_questions_count = u.held_questions_count - 1
    from gone g where u.pk = g.receiver_pk
  ), forgotten as (
    ${enqueueSql(["forget_cards"], "jsonb_build_object('uuid_hash', uuid_hash)", "gone")}
  )
  select uuid_hash from gone`);

export async function discardQuestion(db: Db, uuid_hash: string, receiver_pk: number) {
  if ((await discard(db, uuid_hash, receiver_pk)).length === 0) throw new Failure("not_found");
}

// Two calls at once count one after the other, and the second sees what the first added.
const lockOwner = statement("select 1 from users where pk = $1 for update");

const add = statement<{ id: string; word: string }>(`
  with added as (
    insert into ng_words (id, user_pk, word)
    select $1, $2, $3
    where (select count(*) from ng_words where user_pk = $2) < ${ngWordLimits.words}
    on conflict do nothing
    returning id, word
  )
  select id, word from added
  union all (
    select id, word from ng_words where user_pk = $2 and (word = $3 or id = $1)
    order by word = $3 desc
  )
  limit 1`);

/** Adds a word of one's own; one that is there already is answered as it is. */
export async function addWord(db: Db, id: string, user_pk: number, typed: string) {
  const word = normalizeText(typed);
  const { characters } = ngWordLimits;
  if (isBlank(word)) throw fieldFailure("word", "invalid_text_required");
  if (countCharacters(word) > characters) {
    throw fieldFailure("word", "invalid_text_maxlength", { length: characters });
  }
  const [added] = await db.transaction().execute(async (db) => {
    await lockOwner(db, user_pk);
    return add(db, id, user_pk, word);
  });
  if (!added) throw new Failure("ng_words_full");
  if (added.word !== word) throw new Failure("key_reused");
  return added;
}

const remove = statement<{ id: string }>(
  "delete from ng_words where id = $1 and user_pk = $2 returning id",
);

export async function removeWord(db: Db, id: string, user_pk: number): Promise<void> {
  if ((await remove(db, id, user_pk)).length === 0) throw new Failure("not_found");
}
