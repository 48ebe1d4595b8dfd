import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { formatAdoptedVisitorOwner } from "#platform/identity/session.ts";
import type { Sender } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";

// If a browser signs in to two accounts with the same visitor cookie, the first account owns the visitor's questions.
const insertAdoptedVisitor = statement(
  "accounts.insertAdoptedVisitor",
  `
  insert into adopted_visitors (visitor_tag, user_pk, sealed_identity)
  values (:visitor_tag, :user_pk, :sealed_identity)
  on conflict do nothing`,
);

const selectAdoptedVisitor = statement(
  "accounts.selectAdoptedVisitor",
  "select visitor_tag from adopted_visitors where visitor_tag = :visitor_tag",
);

const moveLikes = statement(
  "accounts.moveLikes",
  `
  with deleted_likes as (
    delete from answer_likes where actor_key = :visitor_actor returning answer_pk
  ), new_likes as (
    insert into answer_likes (answer_pk, actor_key)
    select deleted_likes.answer_pk, :account_actor from deleted_likes join answers a on a.pk = deleted_likes.answer_pk
    where a.answerer_pk <> :user_pk
    on conflict do nothing returning answer_pk
  ), updated_answers as (
    update answers a set likes_count = a.likes_count - 1
    from (select answer_pk from deleted_likes except select answer_pk from new_likes) removed
    where a.pk = removed.answer_pk returning a.answerer_pk
  )
  update users u set answer_likes_count = u.answer_likes_count - removed.count
  from (select answerer_pk, count(*)::int as count from updated_answers group by answerer_pk) removed
  where u.pk = removed.answerer_pk`,
);

/** The length to which `seal` pads: every identity has 32 hexadecimal digits, so no padding is added. */
const identityLength = 32;

/**
 * Moves a visitor's likes to the account; an answer that both liked counts one like. Likes of the
 * account's own answers are deleted. Does nothing if the visitor has been adopted already.
 * Must not share a transaction with `adoptVisitor`. PostgreSQL stores the number of the transaction in each row, and
 * the row of `adoptVisitor` names the account: equal numbers would reveal who likes the answers.
 */
export async function moveVisitorLikes(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  visitor: Sender,
  user_pk: number,
): Promise<void> {
  const visitor_tag = secrets.deriveAdoptedVisitorTag(visitor.identity);
  if ((await selectAdoptedVisitor(db, { visitor_tag })).length > 0) return;
  const account = secrets.deriveAccountIdentity(user_pk);
  const account_actor = secrets.deriveLikeActor(account);
  await moveLikes(db, { visitor_actor: visitor.like_actor, account_actor, user_pk });
}

/**
 * Makes the account the owner of the visitor's questions. The rows of the questions don't change: the account's
 * lists also search for questions of its adopted visitors. Blocks of the visitor then apply to the account.
 */
export async function adoptVisitor(
  db: Db,
  secrets: Secrets,
  visitor: Sender,
  user_pk: number,
): Promise<void> {
  const sealed_identity = secrets.seal(
    visitor.identity.toString("hex"),
    formatAdoptedVisitorOwner(user_pk),
    identityLength,
  );
  const visitor_tag = secrets.deriveAdoptedVisitorTag(visitor.identity);
  await insertAdoptedVisitor(db, { visitor_tag, user_pk, sealed_identity });
}
