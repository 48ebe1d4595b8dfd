import type { ReportMode } from "@toibako/contract/moderation.ts";
import { hourOf } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import type { Secrets } from "#platform/secrets.ts";

/** Somebody and how their notices are found. */
export interface Reporter {
  user_pk: number;
  owner_key: Buffer;
}

// Their own unread questions alone, so that a report tells nothing of what lies elsewhere. Batons
// stay apart: a friend whose answer is public passed them, and must not be known by what they ask.
const report = statement<{ uuid_hash: string }>(`
  with item as (
    select q.pk, s.sender_key, q.is_self, q.is_baton from questions q
    join sent_questions s on s.question_pk = q.pk
    where q.uuid_hash = $1 and q.receiver_pk = $2 and q.status = 'unread'
  ), moved as (
    update questions q set status = 'reported', changed_at = now()
    from item i, sent_questions s
    where s.question_pk = q.pk and q.receiver_pk = $2 and q.status = 'unread'
      and (q.pk = i.pk or ($3 <> 'unit' and not i.is_self and s.sender_key = i.sender_key
        and q.is_baton = i.is_baton))
    returning q.pk, q.uuid_hash
  ), filed as (
    insert into reports (question_pk, reporter_pk, mode, reported_hour)
    select pk, $2, $3, $4 from moved
    on conflict (question_pk) do update set mode = excluded.mode, reported_hour = excluded.reported_hour
  ), counted as (
    update users set unread_questions_count = unread_questions_count - (select count(*) from moved)
    where pk = $2
  ), untold as (
    delete from notices
    where owner_key = $5 and kind = 'new_question' and subject in (select uuid_hash from moved)
  )
  select uuid_hash from moved`);

/** Reports a question, or all unread ones of its sender, and answers which ones left the inbox. */
export async function reportQuestions(
  db: Db,
  { user_pk, owner_key }: Reporter,
  item_id: string,
  mode: ReportMode,
): Promise<string[]> {
  const moved = await report(db, item_id, user_pk, mode, hourOf(new Date()), owner_key);
  if (moved.length === 0) throw new Failure("not_found");
  return moved.map(({ uuid_hash }) => uuid_hash);
}

interface SentRow {
  pk: number;
  sender_key: Buffer;
  is_self: boolean;
  is_baton: boolean;
}

const senderOf = statement<SentRow>(`
  select q.pk, s.sender_key, q.is_self, q.is_baton from questions q
  join sent_questions s on s.question_pk = q.pk
  where q.uuid_hash = $1 and q.receiver_pk = $2 and q.status <> 'dropped'`);

// A visitor has thrown their cookie away in a moment, so their network is kept out for a while.
const blockSender = statement<{ id: string }>(`
  insert into blocks (id, receiver_pk, pseudonym, network_pseudonym, network_until, question_body,
    blocked_hour)
  select $1, q.receiver_pk, $2, s.network_pseudonym, now() + interval '7 days', q.body, $3
  from questions q left join sealed_senders s on s.question_pk = q.pk where q.pk = $4
  on conflict (receiver_pk, pseudonym, blocked_pk) do update
    set network_pseudonym = excluded.network_pseudonym, network_until = excluded.network_until
  returning id`);

/** Keeps out whoever sent a received question, and answers the block's id; says nothing of who it is. */
export async function blockSenderOf(
  db: Db,
  secrets: Secrets,
  id: string,
  receiver_pk: number,
  question_id: string,
): Promise<string> {
  const [question] = await senderOf(db, question_id, receiver_pk);
  if (!question) throw new Failure("not_found");
  if (question.is_self) throw new Failure("refused");
  const { sender_key, is_baton } = question;
  const key = is_baton ? secrets.batonKey(sender_key) : sender_key;
  const pseudonym = secrets.pseudonym(receiver_pk, key);
  const values = [id, pseudonym, hourOf(new Date()), question.pk];
  const [made] = await unlessKeyReused(blockSender(db, ...values));
  return made?.id ?? id;
}

/** An id stands for another block only where its key was used for that. */
async function unlessKeyReused<T>(rows: Promise<T>): Promise<T> {
  try {
    return await rows;
  } catch (error) {
    if ((error as { code?: string }).code === "23505") throw new Failure("key_reused");
    throw error;
  }
}

const accountOf = statement<{ pk: number }>(
  "select pk from users where lower(account) = lower($1) and left_at is null",
);

// Who is kept out by name neither follows nor is followed.
const blockPerson = statement<{ id: string }>(`
  with ended as (
    delete from follows
    where (follower_pk = $2 and followed_pk = $4) or (follower_pk = $4 and followed_pk = $2)
    returning follower_pk, followed_pk
  ), counted as (
    update users u set
      follows_count = u.follows_count - (select count(*) from ended where follower_pk = u.pk),
      followers_count = u.followers_count - (select count(*) from ended where followed_pk = u.pk)
    where u.pk in ($2, $4) and exists (select 1 from ended)
  )
  insert into blocks (id, receiver_pk, pseudonym, blocked_pk, blocked_hour)
  values ($1, $2, $3, $4, $5)
  on conflict (receiver_pk, pseudonym, blocked_pk) do update set blocked_hour = blocks.blocked_hour
  returning id`);

/** Keeps an account out, whatever it sends. */
export async function blockAccount(
  db: Db,
  secrets: Secrets,
  id: string,
  receiver_pk: number,
  account: string,
): Promise<string> {
  const [found] = await accountOf(db, account);
  if (!found) throw new Failure("not_found");
  if (found.pk === receiver_pk) throw new Failure("refused");
  const pseudonym = secrets.pseudonym(receiver_pk, secrets.personKey(found.pk));
  const values = [id, receiver_pk, pseudonym, found.pk, hourOf(new Date())];
  const [made] = await unlessKeyReused(blockPerson(db, ...values));
  return made?.id ?? id;
}

const lift = statement<{ id: string }>(
  "delete from blocks where id = $1 and receiver_pk = $2 returning id",
);

export async function liftBlock(db: Db, id: string, receiver_pk: number): Promise<void> {
  if ((await lift(db, id, receiver_pk)).length === 0) throw new Failure("not_found");
}

const forget = statement(`
  update blocks set network_pseudonym = null, network_until = null where network_until < now()`);

/** The network of a visitor is kept no longer than it keeps them out. */
export async function forgetNetworks(db: Db): Promise<void> {
  await forget(db);
}

const blockersOf = statement<{ receiver_pk: number }>(`
  select distinct b.receiver_pk from sent_questions s
  join questions q on q.pk = s.question_pk
  join blocks b on b.receiver_pk = q.receiver_pk
  where s.sender_key = $1`);

// The row stays the one that its receiver knows, with its id and hour: nothing in their list tells that
// somebody has just come as a person. Where the account is blocked already, it stays as it is.
const carryOver = statement(`
  update blocks b set pseudonym = $3
  where receiver_pk = $1 and pseudonym = $2 and blocked_pk is null and not exists (
    select from blocks o
    where o.receiver_pk = $1 and o.pseudonym = $3 and o.blocked_pk is null
  )`);

/** Who was blocked as a visitor stays blocked under the account that they become. */
export async function adoptBlocks(
  db: Db,
  secrets: Secrets,
  visitor_key: Buffer,
  user_key: Buffer,
): Promise<void> {
  for (const { receiver_pk } of await blockersOf(db, visitor_key)) {
    const before = secrets.pseudonym(receiver_pk, visitor_key);
    const after = secrets.pseudonym(receiver_pk, user_key);
    await carryOver(db, receiver_pk, before, after);
  }
}
