import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { floorToMinute, mayTakeBack, type StoredMessage } from "./policy.ts";
import { findMessage } from "./queries.ts";

export const lockRow = statement(
  "messages.lockConversation",
  "select pk from conversations where uuid = :uuid for no key update",
);

/** Locks a conversation for a change; what depends on it is read in the next statement. */
export const lockConversation = (db: Db, uuid: string) => lockRow(db, { uuid });

// The conversation is locked, so no other change takes the same number.
export const insertMessage = statement(
  "messages.insertMessage",
  `
  with changed as (
    update conversations set last_change = last_change + 1, last_number = last_change + 1,
      last_posted_minute = :posted_minute
    where pk = :conversation_pk
    returning pk, last_change
  ), sending as (
    update participants set sent_number = changed.last_change from changed
    where conversation_pk = changed.pk and number = :sender_number
  )
  insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute, reply_to_number,
    replied_sender_number)
  select pk, last_change, last_change, :key, :sender_number, :body, :posted_minute, :reply_to_number?,
    :replied_sender_number? from changed
  returning number`,
);

/** A message that a participant posts. */
export interface NewMessage {
  conversation_pk: number;
  sender_number: number;
  key: string;
  body: string;
  /** The message that it replies to. */
  replied?: Pick<StoredMessage, "number" | "sender_number"> | undefined;
}

/**
 * Finds the message that a repeated call has posted before; undefined for a new key. The key of another text or of
 * another participant's message is refused. A message that was taken back has no text to compare.
 */
export async function findPosted(
  db: Db,
  { conversation_pk, sender_number, key, body }: NewMessage,
): Promise<StoredMessage | undefined> {
  const posted = await findMessage(db, conversation_pk, key);
  if (!posted) return undefined;
  const isSame =
    posted.sender_number === sender_number && (posted.body === null || posted.body === body);
  if (!isSame) throw new Failure("key_reused");
  return posted;
}

/** Stores a message in a locked conversation. */
export async function storeMessage(
  db: Db,
  { conversation_pk, replied, ...posting }: NewMessage,
): Promise<StoredMessage> {
  const message = {
    ...posting,
    posted_minute: floorToMinute(new Date()),
    reply_to_number: replied?.number ?? null,
    replied_sender_number: replied?.sender_number ?? null,
  };
  const [stored] = await insertMessage(db, { ...message, conversation_pk });
  if (!stored) throw new Failure("not_found");
  return { ...message, number: stored.number, change: stored.number };
}

const clearMessage = statement(
  "messages.clearMessage",
  `
  with changed as (
    update conversations set last_change = last_change + 1 where pk = :conversation_pk
    returning pk, last_change
  )
  update messages set body = null, change = changed.last_change
  from changed where conversation_pk = changed.pk and number = :number
  returning change`,
);

// The object of a hidden message of a room is the message, and that of hidden messages of a talk one of its two reporters.
const forgetHidden = statement(
  "messages.forgetHiddenMessage",
  `
  update hidden_contents set stored = (
    select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(stored) item
    where (item -> 'number')::bigint <> :number
  )
  from conversations
  where conversations.pk = :conversation_pk and (
    (kind = 'room_message' and object = conversations.pk || '-' || :number::bigint)
    or (kind = 'talk' and object in (uuid || '-1', uuid || '-2'))
  )`,
);

/** Takes back a participant's own message in a locked conversation; a repeated call changes nothing. */
export async function takeBack(
  db: Db,
  own: { conversation_pk: number; sender_number: number; key: string },
): Promise<StoredMessage> {
  const { conversation_pk, sender_number, key } = own;
  const message = await findMessage(db, conversation_pk, key);
  if (message?.sender_number !== sender_number) throw new Failure("not_found");
  if (message.body === null) {
    // Staff may have hidden it; what they keep would come back if they undo that.
    await forgetHidden(db, { conversation_pk, number: message.number });
    return message;
  }
  if (!mayTakeBack(message.posted_minute)) throw new Failure("forbidden");
  const [cleared] = await clearMessage(db, { conversation_pk, number: message.number });
  return { ...message, body: null, change: cleared?.change ?? message.change };
}

/** SQL: up to which message a participant has read, which is the newest without `:up_to?`, since nulls are ignored. */
const readNumberSql = "least(:up_to?::bigint, last_number)";

// A mark only grows. The partner sees it, so it is a change of the conversation.
const updateReadNumber = statement(
  "messages.updateReadNumber",
  `
  with marked as (
    update participants set read_number = ${readNumberSql} from conversations
    where conversations.pk = :conversation_pk and conversation_pk = conversations.pk
      and number = :number and read_number < ${readNumberSql}
    returning conversation_pk
  )
  update conversations set last_change = last_change + 1 from marked
  where pk = marked.conversation_pk
  returning last_change`,
);

// In a room nobody sees who has read, so a mark is no change of the conversation.
const updateOwnMark = statement(
  "messages.updateOwnMark",
  `
  with own as (
    select participants.conversation_pk, number, last_number, last_change, ${readNumberSql} as new_number
    from participants join conversations on pk = conversation_pk
    where uuid = :uuid and user_pk = :user_pk
  ), marked as (
    update participants set read_number = own.new_number from own
    where participants.conversation_pk = own.conversation_pk and participants.number = own.number
      and participants.read_number < own.new_number
    returning participants.number
  )
  select number, last_number, last_change, exists (select from marked) as "is_marked!" from own`,
);

/**
 * Marks the messages of a conversation as read by a participant, which only they see. Returns the participant's number,
 * whether the mark has grown, and the last numbers of the conversation; undefined if the account is no participant.
 */
export async function markReadUnseen(
  db: Db,
  uuid: string,
  user_pk: number,
  up_to: number | undefined,
): Promise<Row<"messages.updateOwnMark"> | undefined> {
  return (await updateOwnMark(db, { uuid, user_pk, up_to: up_to ?? null }))[0];
}

/**
 * Marks the messages of a locked conversation as read by a participant; returns the number of this change, or undefined
 * if the mark has not grown.
 */
export async function markRead(
  db: Db,
  { conversation_pk, own_number: number }: { conversation_pk: number; own_number: number },
  up_to: number | undefined,
): Promise<number | undefined> {
  const [marked] = await updateReadNumber(db, { conversation_pk, number, up_to: up_to ?? null });
  return marked?.last_change;
}
