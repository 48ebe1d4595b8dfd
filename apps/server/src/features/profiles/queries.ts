import type { PublicUser } from "@toibako/contract/profiles.ts";
import { type Db, statement } from "#platform/db.ts";

const publicUser = statement<PublicUser>(`
  select account, account as toibako_id, displaying_name, icon_url, self_introduction, answers_count,
         answer_likes_count, is_receive_dm, pk is not distinct from $2::bigint as is_self
  from users where lower(account) = lower($1) and left_at is null`);

/** What everyone may know of an account; undefined when there is none, or it was left. */
export async function findPublicUser(db: Db, account: string, viewer_pk: number | null) {
  return (await publicUser(db, account, viewer_pk))[0];
}
