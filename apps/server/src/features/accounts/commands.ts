import { hash, verify } from "@node-rs/argon2";
import type { Locale } from "@toibako/contract/locales.ts";
import { messagesBadge } from "@toibako/contract/notices.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure, fieldFailure } from "#platform/failure.ts";
import { publicId } from "#platform/secrets.ts";
import { checkRegistration, displayingName } from "./policy.ts";
import { findCredentials } from "./queries.ts";

// Whoever is new finds the messages marked, until they have looked there once.
const insertUser = statement<{ pk: number }>(`
  with made as (
    insert into users (id, account, displaying_name, email, password_hash, locale)
    values ($1, $2, $3, $4, $5, $6)
    on conflict do nothing
    returning pk
  ), marked as (
    insert into badges (uuid_hash, user_pk, keyword) select $7, pk, $8 from made
  )
  select pk from made`);

const userById = statement<{ pk: number; account: string; password_hash: string }>(
  "select pk, account, password_hash from users where id = $1",
);

interface Registration {
  account: string;
  password: string;
  displaying_name?: string;
  email?: string;
  locale: Locale;
}

/** Makes an account and answers its key; a repeated call with the same `id` finds the first one's. */
export async function register(db: Db, id: string, registration: Registration): Promise<number> {
  const { account, password, email, locale } = registration;
  const displaying_name = displayingName(registration.displaying_name, account);
  checkRegistration(account, displaying_name);
  const password_hash = await hash(password);
  const values = [id, account, displaying_name, email ?? null, password_hash, locale];
  const [made] = await insertUser(db, ...values, publicId(), messagesBadge);
  if (made) return made.pk;
  const [earlier] = await userById(db, id);
  if (!earlier) throw fieldFailure("account", "account_taken");
  const is_repeated =
    earlier.account === account && (await verify(earlier.password_hash, password));
  if (is_repeated) return earlier.pk;
  throw new Failure("key_reused");
}

// Verified when there is no such account, so that the time tells nothing.
let decoy: Promise<string> | undefined;

/** Answers the key of whoever has this handle and password; says never which of the two was wrong. */
export async function checkCredentials(db: Db, account: string, password: string): Promise<number> {
  const found = await findCredentials(db, account);
  decoy ??= hash("nobody has this password");
  const is_right = await verify(found?.password_hash ?? (await decoy), password);
  if (!found?.password_hash || !is_right) throw new Failure("wrong_credentials");
  return found.pk;
}

const adopt = statement(`
  with sent as (
    update sent_questions set sender_key = $2 where sender_key = $1
  ), seen as (
    insert into outboxes (sender_key, accessed_at)
    select $2, accessed_at from outboxes where sender_key = $1
    on conflict do nothing
  ), told as (
    update notices set owner_key = $2 where owner_key = $1
  ), liked as (
    delete from answer_likes where actor_key = $1 returning answer_pk
  ), kept as (
    insert into answer_likes (answer_pk, actor_key)
    select l.answer_pk, $2 from liked l join answers a on a.pk = l.answer_pk
    where a.answerer_pk <> $3
    on conflict do nothing returning answer_pk
  ), lost as (
    update answers a set likes_count = a.likes_count - 1
    from (select answer_pk from liked except select answer_pk from kept) l
    where a.pk = l.answer_pk returning a.answerer_pk
  )
  update users u set answer_likes_count = u.answer_likes_count - l.count
  from (select answerer_pk, count(*)::int as count from lost group by answerer_pk) l
  where u.pk = l.answerer_pk`);

/** What a visitor sent and liked on this browser becomes the account's; nothing counts twice. */
export async function adoptVisitor(
  db: Db,
  visitor_key: Buffer,
  user_key: Buffer,
  user_pk: number,
): Promise<void> {
  await adopt(db, visitor_key, user_key, user_pk);
}
