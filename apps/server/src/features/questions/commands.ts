import type { HeldRule } from "@toibako/contract/filters.ts";
import { hourOf } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { Receiver } from "../filters/queries.ts";
import type { Content } from "./policy.ts";

/** How long a repeated call is recognised; what was dropped is kept until no hour counts any more. */
const recognised = "1 day";
const droppedKept = "25 hours";

interface Asked {
  status: "unread" | "held" | "dropped";
  /** Something else already stands under this id. */
  is_key_reused: boolean;
}

// Whatever becomes of a question, the same rows are written: neither the answer, nor its time, nor
// a repeated call tells its sender. The receiver's page locale is written, never the sender's; and
// of the time only the hour.
// Whether a key was used for something else is known for a day: as long for what has arrived as for
// what was dropped and is forgotten then.
const ask = statement<Asked>(`
  with fate as (
    select case
      when $10 or exists (
        select 1 from blocks b where b.receiver_pk = $2 and (b.pseudonym in ($11, $18)
          or (b.network_pseudonym = $12 and b.network_until > now()))
      ) then 'dropped'
      when $9::jsonb is not null then 'held'
      else 'unread' end as status
  ), asked as (
    insert into questions (uuid_hash, receiver_pk, type, body, stamp_id, options, locale, is_self,
      asked_hour, status, held_by, is_baton)
    select $1, $2, $3, $4, $5, $6, $7, $13, $8, status,
      case when status = 'held' then $9::jsonb end, $17
    from fate
    on conflict (uuid_hash) do nothing
    returning pk, receiver_pk, uuid_hash, is_self, status
  ), sent as (
    insert into sent_questions (question_pk, sender_key) select pk, $14 from asked
  ), sealed as (
    insert into sealed_senders (question_pk, sender, address, network_pseudonym, sealed_on)
    select pk, $15, $16, $12, current_date from asked
  ), counted as (
    update users u set
      unread_questions_count = u.unread_questions_count + (a.status = 'unread')::int,
      held_questions_count = u.held_questions_count + (a.status = 'held')::int
    from asked a where u.pk = a.receiver_pk
  ), told as (
    ${enqueueSql(["tell_new_question"], "jsonb_build_object('uuid_hash', uuid_hash)", "asked where not is_self")}
  )
  select coalesce((select status from asked), 'dropped') as status, exists (
    select 1 from questions where uuid_hash = $1 and asked_hour >= $8::timestamptz - interval '${recognised}'
      and (receiver_pk <> $2 or body <> $4
      or stamp_id is distinct from $5 or options is distinct from $6::text[])
  ) as is_key_reused`);

/** Who asks, from where, and by which keys they can be blocked. */
export interface Asker {
  sender_key: Buffer;
  user_pk: number | null;
  /** Undefined for what no request asks, such as a question that is passed on. */
  address?: string;
  /** The network of a visitor as a keyed hash; people are known by their account. */
  network_key?: Buffer;
}

interface NewQuestion {
  uuid_hash: string;
  receiver: Receiver;
  content: Content;
  asker: Asker;
  held_by?: HeldRule | undefined;
  is_flood?: boolean;
  is_baton?: boolean;
}

/** Asks, and answers whether it arrived; a repeated call changes nothing. */
export async function askQuestion(db: Db, secrets: Secrets, question: NewQuestion) {
  const { uuid_hash, receiver, content, asker, held_by, is_flood, is_baton } = question;
  const { sender_key, user_pk, address, network_key } = asker;
  const by = user_pk === null ? { visitor: sender_key.toString("hex") } : { user_pk };
  const [asked] = await ask(
    db,
    uuid_hash,
    receiver.pk,
    content.type,
    bodyFor(receiver, content),
    content.type === "stamp" ? content.stamp.id : null,
    content.type === "choose" ? content.options : null,
    receiver.locale,
    hourOf(new Date()),
    held_by ? JSON.stringify(held_by) : null,
    is_flood ?? false,
    secrets.pseudonym(receiver.pk, sender_key),
    network_key ? secrets.pseudonym(receiver.pk, network_key) : null,
    user_pk === receiver.pk,
    sender_key,
    secrets.seal(JSON.stringify(by), uuid_hash),
    address === undefined ? null : secrets.seal(address, uuid_hash),
    is_baton ?? false,
    // Who is blocked for what they passed on is blocked for what they ask, without a sign of it.
    secrets.pseudonym(receiver.pk, secrets.batonKey(sender_key)),
  );
  if (asked?.is_key_reused) throw new Failure("key_reused");
  return asked?.status ?? "dropped";
}

/** The text that stands for a question: a stamp speaks the language of who receives it. */
function bodyFor({ locale }: Receiver, content: Content): string {
  return content.type === "stamp" ? content.stamp.texts[locale] : content.body;
}

const forget = statement(`
  delete from questions where status = 'dropped' and asked_hour < now() - interval '${droppedKept}'`);
const eraseAddresses = statement(`
  update sealed_senders set address = null, network_pseudonym = null
  where address is not null and sealed_on < current_date - 90`);

/** What was dropped has answered its repeated calls after a day. */
export async function forgetDropped(db: Db): Promise<void> {
  await forget(db);
}

/** Addresses of senders are kept for 90 days. */
export async function eraseOldAddresses(db: Db): Promise<void> {
  await eraseAddresses(db);
}
