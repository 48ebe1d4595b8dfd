import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { listQuestionPages } from "../communities/queries/associated.ts";
import { deleteUnreadAnswers } from "../outbox/commands.ts";

/** The maximum number of likes that one statement deletes. */
const likesPerBatch = 1_000;

// Decreases counts by the number of deleted rows. Locks rows in the order of their keys, so that simultaneous
// requests of visitors who liked the same answers don't deadlock. Doesn't change sent questions: rows that change
// in one transaction could be recognised as rows of one sender.
const deleteLikes = statement(
  "privacy.deleteLikes",
  `
  with deleted_likes as (
    delete from answer_likes where actor_key = :like_actor and answer_pk in (
      select answer_pk from answer_likes where actor_key = :like_actor limit ${likesPerBatch}
    )
    returning answer_pk
  ), locked_answers as (
    select pk, answerer_pk, question_pk from answers
    where pk in (select answer_pk from deleted_likes)
    order by pk for no key update
  ), updated_answers as (
    update answers a set likes_count = a.likes_count - 1
    from locked_answers where a.pk = locked_answers.pk
    returning a.answerer_pk, a.question_pk
  ), locked_answerers as (
    select pk from users where pk in (select answerer_pk from updated_answers)
    order by pk for no key update
  ), updated_answerers as (
    update users u set answer_likes_count = u.answer_likes_count - removed.count
    from (
      select answerer_pk, count(*)::int as count from updated_answers group by answerer_pk
    ) removed join locked_answerers on locked_answerers.pk = removed.answerer_pk
    where u.pk = removed.answerer_pk
  )
  select u.account, q.uuid_hash, c.id as community_id, c.category_id
  from updated_answers
  join users u on u.pk = updated_answers.answerer_pk
  join questions q on q.pk = updated_answers.question_pk
  left join communities c on c.pk = q.community_pk`,
);

// Staff may show a hidden answer again, with the likes that are stored with it.
const deleteHiddenLikes = statement(
  "privacy.deleteHiddenLikes",
  `
  update hidden_contents set stored = jsonb_set(
    jsonb_set(stored, '{likes}', (stored -> 'likes') - encode(:like_actor, 'hex')),
    '{answer,likes_count}', to_jsonb((stored #>> '{answer,likes_count}')::integer - 1)
  )
  where kind = 'answer' and stored -> 'likes' @> to_jsonb(encode(:like_actor, 'hex'))`,
);

/** Deletes all likes of an account or a visitor; returns the paths of the pages with the liked answers. */
export async function deleteLikesOfActor(db: Db, like_actor: Buffer): Promise<string[]> {
  const paths = new Set<string>();
  let deleted = await deleteLikes(db, { like_actor });
  while (deleted.length > 0) {
    for (const { account, ...question } of deleted) {
      for (const path of [`/${account}`, ...listQuestionPages(question)]) paths.add(path);
    }
    deleted = await deleteLikes(db, { like_actor });
  }
  await deleteHiddenLikes(db, { like_actor });
  return [...paths];
}

/**
 * Deletes a visitor's likes and unread answers. The visitor's questions and their sealed records remain; see
 * docs/decisions/0014-what-forgetting-a-visitor-means.md.
 */
export async function forgetVisitor(services: Services, viewer: Viewer): Promise<void> {
  const { db, bus, secrets, sent_counts } = services;
  const { identity } = viewer;
  if (!identity) return;
  const paths = await deleteLikesOfActor(db, secrets.deriveLikeActor(identity));
  await deleteUnreadAnswers(services, viewer);
  sent_counts.delete(identity.toString("hex"));
  if (paths.length > 0) bus.publish("pages", { paths });
}
