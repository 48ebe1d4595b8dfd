import { type Db, statement } from "#platform/db.ts";

interface Likes {
  answer_id: string;
  answer_likes_count: number;
  is_liked: boolean;
}

const likes = statement<Likes>(`
  select a.id as answer_id, a.likes_count as answer_likes_count, exists (
    select 1 from answer_likes l where l.answer_pk = a.pk and l.actor_key = $2::bytea
  ) as is_liked
  from answers a join users u on u.pk = a.answerer_pk and u.left_at is null
  where a.id = $1`);

/** The likes of an answer as one sees them; undefined when there is no such answer. */
export async function findLikes(db: Db, answer_id: string, viewer_key: Buffer | undefined) {
  return (await likes(db, answer_id, viewer_key ?? null))[0];
}
