import { type Kysely, sql } from "kysely";
import { rewriteInKeyOrder } from "#platform/database/rewrite.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { floorToHour } from "../platform/dates.ts";

/** How many rows are converted at a time. */
const batchSize = 2_000;

/**
 * Before this migration, several tables contained the same keyed hash of a sender, so that a copy of the
 * database led from a question to its sender. Since then, each table has hashes of its own. They are derived
 * from the identity, which is the former value of `sender_key`, `owner_key` and `actor_key`.
 * The numbers in the calls of `secrets.seal` are the bytes to which the sealed text is padded.
 */
export async function up(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  await createAdoptedVisitors(db);
  await convertSealedSenders(db, secrets);
  await createReadStates(db, secrets);
  await convertSentQuestions(db, secrets);
  await convertBlocks(db, secrets);
  await convertLikes(db, secrets);
  await convertNotices(db, secrets);
  await convertBatons(db, secrets);
  await roundTimes(db);
  await sql`drop table outboxes`.execute(db);
}

async function createAdoptedVisitors(db: Kysely<unknown>): Promise<void> {
  // The rows of a visitor don't change when the visitor signs in. Only this table shows which account owns
  // them afterwards. `user_pk` is not encrypted; the visitor's identity is stored as a keyed hash and sealed.
  await sql`
    create table adopted_visitors (
      visitor_tag bytea primary key,
      user_pk bigint not null references users (pk) on delete cascade,
      sealed_identity bytea not null
    )`.execute(db);
  await sql`create index adopted_visitors_of_user on adopted_visitors (user_pk)`.execute(db);
}

interface SealedRow {
  question_pk: number;
  uuid_hash: string;
  receiver_pk: number;
  is_baton: boolean;
  sender_key: Uint8Array;
  address: Uint8Array | null;
}

async function convertSealedSenders(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  await sql`
    alter table sealed_senders
      drop column network_pseudonym,
      add column pseudonym bytea`.execute(db);
  const accounts = await mapAccountsByIdentity(db, secrets);
  // The sealed senders are replaced by those of `sent_questions`. When a visitor signed in, `sent_questions`
  // was changed to name the account, but the sealed senders were not.
  const formatSender = (identity: Buffer) => {
    const user_pk = accounts.get(identity.toString("hex"));
    const sender = user_pk === undefined ? { visitor: identity.toString("hex") } : { user_pk };
    return JSON.stringify(sender);
  };
  let last = 0;
  for (;;) {
    const { rows } = await sql<SealedRow>`
      select s.question_pk, q.uuid_hash, q.receiver_pk, q.is_baton, t.sender_key, s.address
      from sealed_senders s
      join questions q on q.pk = s.question_pk
      join sent_questions t on t.question_pk = s.question_pk
      where s.question_pk > ${last} order by s.question_pk limit ${batchSize}`.execute(db);
    for (const { question_pk, uuid_hash, receiver_pk, is_baton, ...row } of rows) {
      const identity = Buffer.from(row.sender_key);
      const sender = secrets.seal(formatSender(identity), uuid_hash, 64);
      const plainAddress = row.address && secrets.unseal(row.address, uuid_hash);
      const address = plainAddress ? secrets.seal(plainAddress, uuid_hash, 48) : null;
      const pseudonym = is_baton
        ? secrets.deriveBatonPseudonym(receiver_pk, identity)
        : secrets.deriveSenderPseudonym(receiver_pk, identity);
      await sql`
        update sealed_senders
        set sender = ${sender}, address = ${address}, pseudonym = ${pseudonym}
        where question_pk = ${question_pk}`.execute(db);
      last = question_pk;
    }
    if (rows.length < batchSize) break;
  }
  // The oldest questions have no sealed sender: only the hash in `sent_questions` identifies their sender.
  const { rows } = await sql<{
    pk: number;
    uuid_hash: string;
    receiver_pk: number;
    sender_key: Uint8Array;
  }>`
    select q.pk, q.uuid_hash, q.receiver_pk, t.sender_key
    from questions q join sent_questions t on t.question_pk = q.pk
    where not exists (select from sealed_senders s where s.question_pk = q.pk)`.execute(db);
  for (const { pk, uuid_hash, receiver_pk, sender_key } of rows) {
    const identity = Buffer.from(sender_key);
    const sender = secrets.seal(formatSender(identity), uuid_hash, 64);
    const pseudonym = secrets.deriveSenderPseudonym(receiver_pk, identity);
    await sql`
      insert into sealed_senders (question_pk, sender, pseudonym, sealed_on)
      values (${pk}, ${sender}, ${pseudonym}, current_date)`.execute(db);
  }
  // A pseudonym is computed from the identity in `sent_questions`. Sealed senders of questions without a
  // row there can't get one, so they are deleted.
  await sql`
    delete from sealed_senders where pseudonym is null`.execute(db);
  await sql`
    alter table sealed_senders alter column pseudonym set not null`.execute(db);
  // Old versions of the rows stay in the table's file until it is rewritten, and their lengths show which
  // senders were accounts.
  await rewriteInKeyOrder(db, "sealed_senders", "question_pk");
}

async function mapAccountsByIdentity(
  db: Kysely<unknown>,
  secrets: Secrets,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ pk: number }>`select pk from users`.execute(db);
  return new Map(
    rows.map(({ pk }) => [secrets.deriveAccountIdentity(pk).toString("hex"), Number(pk)]),
  );
}

async function createReadStates(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  // What each account and visitor has not seen yet. Sealed, so that no row shows who owns which notices or
  // unread answers.
  await sql`
    create table read_states (
      owner_key bytea primary key,
      sealed bytea not null
    )`.execute(db);
  const unread = new Map<string, string[]>();
  const { rows } = await sql<{ uuid_hash: string; sender_key: Uint8Array }>`
    select q.uuid_hash, s.sender_key
    from sent_questions s
    join questions q on q.pk = s.question_pk
    left join outboxes o on o.sender_key = s.sender_key
    where s.answered_at > coalesce(o.accessed_at, '-infinity')`.execute(db);
  for (const { uuid_hash, sender_key } of rows) {
    const sender = Buffer.from(sender_key).toString("hex");
    unread.set(sender, [...(unread.get(sender) ?? []), uuid_hash.slice(0, 8)]);
  }
  // A mark is the beginning of a question's id. The sealed record, which is padded to 1,280 bytes,
  // has room for 100.
  for (const [sender, marks] of unread) {
    const changes = { unread_answers: marks.slice(-100) };
    await changeReadState(db, secrets, Buffer.from(sender, "hex"), "answers", changes);
  }
}

/** Changes some fields of a read state. The others stay unchanged; in a new read state they are empty. */
async function changeReadState(
  db: Kysely<unknown>,
  secrets: Secrets,
  identity: Buffer,
  subject: "answers" | "others",
  changes: Partial<SeenNotices> & { unread_answers?: string[] },
): Promise<void> {
  const owner_key = secrets.deriveReadStateOwner(identity, subject);
  const owner = owner_key.toString("hex");
  const { rows } = await sql<{ sealed: Uint8Array }>`
    select sealed from read_states where owner_key = ${owner_key}`.execute(db);
  const earlier = JSON.parse((rows[0] && secrets.unseal(rows[0].sealed, owner)) ?? "{}") as object;
  const state = { seen_at: "", unseen_notices: 0, unread_answers: [], ...earlier, ...changes };
  const sealed = secrets.seal(JSON.stringify(state), owner, 1_280);
  await sql`
    insert into read_states (owner_key, sealed) values (${owner_key}, ${sealed})
    on conflict (owner_key) do update set sealed = excluded.sealed`.execute(db);
}

async function convertSentQuestions(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  await sql`alter table sent_questions rename to old_sent_questions`.execute(db);
  await sql`
    alter index sent_questions_pkey rename to old_sent_questions_pkey`.execute(db);
  // The tag is a keyed hash of the sender and the number `n` of the sender's question. The row stays if the
  // question is deleted, so that a search for the last number finds no gap.
  await sql`
    create table sent_questions (
      tag bytea primary key,
      question_pk bigint unique references questions (pk) on delete set null
    )`.execute(db);
  let last = { sender_key: Buffer.alloc(0) as Uint8Array, question_pk: 0 };
  for (;;) {
    const { rows } = await sql<{ question_pk: number; sender_key: Uint8Array; n: number }>`
      select o.question_pk, o.sender_key, (
          select count(*)::int from old_sent_questions e
          where e.sender_key = o.sender_key and e.question_pk <= o.question_pk
        ) as n
      from old_sent_questions o
      where (o.sender_key, o.question_pk) > (${last.sender_key}, ${last.question_pk})
      order by o.sender_key, o.question_pk limit ${batchSize}`.execute(db);
    for (const { question_pk, sender_key, n } of rows) {
      const tag = secrets.deriveSenderTag(Buffer.from(sender_key), n);
      await sql`
        insert into sent_questions (tag, question_pk) values (${tag}, ${question_pk})`.execute(db);
      last = { sender_key, question_pk };
    }
    if (rows.length < batchSize) break;
  }
  await sql`drop table old_sent_questions`.execute(db);
  await rewriteInKeyOrder(db, "sent_questions", "tag");
}

interface BlockRow {
  id: string;
  receiver_pk: number;
  pseudonym: Uint8Array;
  blocked_pk: number | null;
  question_body: string | null;
  blocked_hour: Date;
}

async function convertBlocks(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  const { rows } = await sql<BlockRow>`
    select id, receiver_pk, pseudonym, blocked_pk, question_body, blocked_hour
    from blocks order by id`.execute(db);
  await sql`drop table blocks`.execute(db);
  // Each blocked question has a block of its own, so that blocks don't show which questions have the same
  // sender. The account of a block by name is sealed, since it may be the sender of dropped questions.
  await sql`
    create table blocks (
      id text primary key,
      receiver_pk bigint not null references users (pk) on delete cascade,
      pseudonym bytea not null,
      sealed_account bytea,
      question_pk bigint unique references questions (pk) on delete set null,
      question_body text,
      blocked_hour timestamptz not null
    )`.execute(db);
  for (const { id, receiver_pk, blocked_pk, question_body, blocked_hour, ...row } of rows) {
    const pseudonym =
      blocked_pk === null
        ? row.pseudonym
        : secrets.deriveNamedPseudonym(receiver_pk, secrets.deriveAccountIdentity(blocked_pk));
    const sealed = blocked_pk === null ? null : secrets.seal(String(blocked_pk), id, 24);
    await sql`
      insert into blocks (id, receiver_pk, pseudonym, sealed_account, question_body, blocked_hour)
      values (${id}, ${receiver_pk}, ${pseudonym}, ${sealed}, ${question_body}, ${blocked_hour})
      on conflict do nothing`.execute(db);
  }
  await sql`
    create unique index blocks_once_by_name on blocks (receiver_pk, pseudonym)
    where sealed_account is not null`.execute(db);
  await sql`create index blocks_by_pseudonym on blocks (receiver_pk, pseudonym)`.execute(db);
}

async function convertLikes(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  const { rows: actors } = await sql<{ actor_key: Uint8Array }>`
    select distinct actor_key from answer_likes`.execute(db);
  for (const { actor_key } of actors) {
    await sql`
      update answer_likes set actor_key = ${secrets.deriveLikeActor(Buffer.from(actor_key))}
      where actor_key = ${actor_key}`.execute(db);
  }
  // The old hashes stay in the table's file until it is rewritten.
  await rewriteInKeyOrder(db, "answer_likes", "actor_key");
  const { rows: toggles } = await sql<{
    actor_key: Uint8Array;
    idempotency_key: string;
    answer_id: string;
    toggle_type: string;
  }>`select actor_key, idempotency_key, answer_id, toggle_type from like_toggles`.execute(db);
  await sql`drop table like_toggles`.execute(db);
  await sql`
    create table like_toggles (
      tag bytea primary key,
      answer_id text not null,
      toggle_type text not null check (toggle_type in ('increment', 'decrement', 'none')),
      made_hour timestamptz not null
    )`.execute(db);
  for (const { actor_key, idempotency_key, answer_id, toggle_type } of toggles) {
    const tag = secrets.deriveLikeToggleTag(Buffer.from(actor_key), idempotency_key);
    await sql`
      insert into like_toggles (tag, answer_id, toggle_type, made_hour)
      values (${tag}, ${answer_id}, ${toggle_type}, date_trunc('hour', now()))`.execute(db);
  }
  await sql`create index like_toggles_age on like_toggles (made_hour)`.execute(db);
}

interface NoticeRow {
  id: string;
  owner_key: Uint8Array;
  kind: string;
  subject: string;
  count: number;
  name: string | null;
  urn: string;
  happened_at: Date;
  seen_at: Date | null;
  question_type: string | null;
  is_baton: boolean | null;
}

interface SeenNotices {
  seen_at: string;
  unseen_notices: number;
}

/** Adds an old notice to its owner's read state: counts an unseen one; a seen one may raise `seen_at`. */
function addNotice(
  { seen_at, unseen_notices }: SeenNotices = { seen_at: "", unseen_notices: 0 },
  written_at: string,
  isSeen: boolean,
): SeenNotices {
  if (!isSeen) return { seen_at, unseen_notices: unseen_notices + 1 };
  return { seen_at: written_at > seen_at ? written_at : seen_at, unseen_notices };
}

async function convertNotices(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.owner_key, n.kind, n.subject, n.count, n.name, n.urn, n.happened_at,
      n.seen_at, q.type as question_type, q.is_baton
    from notices n left join questions q on n.kind = 'new_question' and q.uuid_hash = n.subject
    order by n.id`.execute(db);
  await sql`drop table notices`.execute(db);
  // The content of a notice and its hour are sealed. By comparing the hour with the hours of answers, an
  // attacker could guess which notice belongs to which question.
  await sql`
    create table notices (
      id text primary key,
      tag bytea not null unique,
      owner_key bytea,
      sealed bytea not null,
      happened_on date not null
    )`.execute(db);
  const states = new Map<string, SeenNotices>();
  for (const row of rows) {
    const { id, owner_key, kind, subject, count, name, urn, happened_at, seen_at } = row;
    const identity = Buffer.from(owner_key);
    const type = row.question_type === "text" ? undefined : (row.question_type ?? undefined);
    const detail = row.is_baton ? "baton" : type;
    const happened_hour = floorToHour(happened_at).toISOString();
    const nameField = name === null ? {} : { name };
    const written_at = happened_at.toISOString();
    const content = { kind, count, ...nameField, urn, detail, happened_hour, written_at };
    const sealed = secrets.seal(JSON.stringify(content), id, 512);
    const tag = secrets.deriveNoticeTag(identity, kind, subject);
    // Notices of answers have no owner; their recipient finds them by the questions they have sent.
    const readSubject = kind === "new_answer" ? "answers" : "others";
    const owner = readSubject === "others" ? secrets.deriveNoticeOwner(identity) : null;
    await sql`
      insert into notices (id, tag, owner_key, sealed, happened_on)
      values (${id}, ${tag}, ${owner}, ${sealed},
        (${happened_at}::timestamptz at time zone 'UTC')::date)`.execute(db);
    const stateKey = `${readSubject} ${identity.toString("hex")}`;
    states.set(stateKey, addNotice(states.get(stateKey), written_at, seen_at !== null));
  }
  for (const [stateKey, state] of states) {
    const [subject, identity = ""] = stateKey.split(" ") as ["answers" | "others", string];
    await changeReadState(db, secrets, Buffer.from(identity, "hex"), subject, state);
  }
  await rewriteInKeyOrder(db, "read_states", "owner_key");
  await sql`
    create index notices_of_owner on notices (owner_key, happened_on desc, id)`.execute(db);
  await sql`create index notices_age on notices (happened_on)`.execute(db);
}

async function convertBatons(db: Kysely<unknown>, secrets: Secrets): Promise<void> {
  const { rows } = await sql<{ pk: number; uuid_hash: string; receiver_pk: number }>`
    select q.pk, q.uuid_hash, b.receiver_pk
    from batons b join questions q on q.pk = b.passed_question_pk`.execute(db);
  await sql`drop table batons`.execute(db);
  // The account to which a question was passed on is sealed; the server unseals it for the answerer.
  await sql`
    create table batons (
      tag bytea primary key,
      passed_question_pk bigint not null references questions (pk) on delete cascade,
      sealed_receiver bytea not null
    )`.execute(db);
  for (const { pk, uuid_hash, receiver_pk } of rows) {
    const sealed = secrets.seal(String(receiver_pk), uuid_hash, 24);
    await sql`
      insert into batons (tag, passed_question_pk, sealed_receiver)
      values (${secrets.deriveBatonTag(uuid_hash, receiver_pk)}, ${pk}, ${sealed})`.execute(db);
  }
  await sql`create index batons_passed on batons (passed_question_pk)`.execute(db);
}

async function roundTimes(db: Kysely<unknown>): Promise<void> {
  await sql`alter table questions rename column changed_at to changed_hour`.execute(db);
  // `alter … type … using`, even to the same type, rewrites the whole table, so that its file contains no old
  // versions of rows.
  await sql`
    alter table questions
      alter column changed_hour type timestamptz using date_trunc('hour', changed_hour)`.execute(
    db,
  );
  const { rows } = await sql<{ has_queue: boolean }>`
    select to_regclass('pgboss.job') is not null as has_queue`.execute(db);
  if (!rows[0]?.has_queue) return;
  // Finished jobs are deleted, because their times reveal when somebody did something; waiting jobs and dead
  // letters stay.
  await sql`
    delete from pgboss.job where state in ('completed', 'cancelled', 'failed')`.execute(db);
  await sql`
    update pgboss.job set created_on = date_trunc('hour', created_on),
      start_after = date_trunc('hour', start_after), keep_until = date_trunc('hour', keep_until),
      started_on = date_trunc('hour', started_on), heartbeat_on = null`.execute(db);
}
