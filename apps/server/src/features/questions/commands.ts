import { hourOf } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

interface Asked {
  receiver_pk: number;
  /** Something else already stands under this id. */
  is_key_reused: boolean;
}

// The receiver's page locale is written, never the sender's; and of the time only the hour.
const ask = statement<Asked>(`
  with receiver as (
    select pk, locale from users where lower(account) = lower($1) and left_at is null
  ), asked as (
    insert into questions (uuid_hash, receiver_pk, body, locale, is_self, asked_hour)
    select $2, pk, $3, locale, pk is not distinct from $5::bigint, $6 from receiver
    on conflict (uuid_hash) do nothing
    returning pk, receiver_pk, uuid_hash, is_self
  ), sent as (
    insert into sent_questions (question_pk, sender_key) select pk, $4 from asked
  ), counted as (
    update users u set unread_questions_count = u.unread_questions_count + 1
    from asked a where u.pk = a.receiver_pk
  ), told as (
    ${enqueueSql(["tell_new_question"], "jsonb_build_object('uuid_hash', uuid_hash)", "asked where not is_self")}
  )
  select r.pk as receiver_pk, exists (
    select 1 from questions where uuid_hash = $2 and (receiver_pk <> r.pk or body <> $3)
  ) as is_key_reused
  from receiver r`);

const receiver = statement<{ pk: number }>(
  "select pk from users where lower(account) = lower($1) and left_at is null",
);

interface NewQuestion {
  uuid_hash: string;
  account: string;
  /** Normalised and checked. */
  body: string;
  sender_key: Buffer;
  sender_pk: number | null;
}

/** Puts a question into the receiver's inbox and answers whose it is; a repeated call changes nothing. */
export async function askQuestion(db: Db, question: NewQuestion): Promise<number> {
  const { account, uuid_hash, body, sender_key, sender_pk } = question;
  const hour = hourOf(new Date());
  const [asked] = await ask(db, account, uuid_hash, body, sender_key, sender_pk, hour);
  if (!asked) throw new Failure("not_found");
  if (asked.is_key_reused) throw new Failure("key_reused");
  return asked.receiver_pk;
}

/** Looks like asking from outside, and delivers nothing. */
export async function pretendToAsk(db: Db, account: string): Promise<void> {
  if ((await receiver(db, account)).length === 0) throw new Failure("not_found");
}
