import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const selectLikes = statement(
  "likes.selectLikes",
  `
  select a.id as answer_id, a.likes_count as answer_likes_count, exists (
    select 1 from answer_likes likes where likes.answer_pk = a.pk and likes.actor_key = :like_actor?::bytea
  ) as is_liked
  from answers a join users u on u.pk = a.answerer_pk and u.left_at is null
  where a.id = :answer_id`,
);

const selectLiked = statement(
  "likes.selectLiked",
  `
  select a.id from answers a join answer_likes likes on likes.answer_pk = a.pk
  where a.id = any(:answer_ids::text[]) and likes.actor_key = :like_actor`,
);

/** Lists the ids of those answers that the viewer likes. */
export async function listLiked(
  db: Db,
  answer_ids: string[],
  like_actor: Buffer | undefined,
): Promise<string[]> {
  if (like_actor === undefined || answer_ids.length === 0) return [];
  return (await selectLiked(db, { answer_ids, like_actor })).map(({ id }) => id);
}

/** Finds the likes of an answer, and whether the viewer likes it; undefined if there is no such answer. */
export async function findLikes(db: Db, answer_id: string, like_actor: Buffer | undefined) {
  return (await selectLikes(db, { answer_id, like_actor: like_actor ?? null }))[0];
}
