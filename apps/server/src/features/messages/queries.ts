import { changesPerCall, messagesPerPage } from "@toibako/contract/messages.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { countRowsBefore, isInReachSql, parsePageNumber } from "#platform/http/pager.ts";
import { readNumber, type StoredMessage } from "./policy.ts";

const messageColumns =
  "key, number, change, sender_number, body, posted_minute, reply_to_number, replied_sender_number";

/** A message that a participant sees: neither removed by them nor of somebody whom they hide. */
const isVisibleSql = `conversation_pk = :conversation_pk and number > :removed_number
    and sender_number <> all(:hidden_numbers::bigint[])`;

const selectPage = statement(
  "messages.selectPage",
  `
  select ${messageColumns} from messages
  where ${isVisibleSql} and ${isInReachSql}
  order by number desc limit ${messagesPerPage + 1} offset :offset`,
);

const selectBefore = statement(
  "messages.selectBefore",
  `
  select ${messageColumns} from messages
  where ${isVisibleSql} and number < :before
  order by number desc limit ${messagesPerPage + 1}`,
);

const selectChanged = statement(
  "messages.selectChanged",
  `
  select ${messageColumns} from messages
  where ${isVisibleSql} and change > :after
  order by change limit ${changesPerCall + 1}`,
);

/** Which messages are read: a page by its number, the page before a message, or the changes after a number. */
export type MessageRange = { page: number } | { before: number } | { after: number };

/** Reads which messages a call asks for; `after` goes before `before`, and both go before the page. */
export function readRange(query: { page: string; after?: string; before?: string }): MessageRange {
  const after = readNumber(query.after);
  if (after !== undefined) return { after };
  const before = readNumber(query.before);
  return before === undefined ? { page: parsePageNumber(query.page) } : { before };
}

/** A conversation as one of its participants reads it. */
interface ReadConversation {
  conversation_pk: number;
  /** The messages up to this number are removed. */
  removed_number: number;
  /** The participants whose messages are hidden. */
  hidden_numbers: readonly number[];
}

/**
 * Lists the messages of a conversation that a participant sees: newest first, or with `after` in the order of their
 * changes. `has_more` says whether more follow.
 */
export async function listMessagesOf(
  db: Db,
  { last_change, ...conversation }: ReadConversation & { last_change: number },
  range: MessageRange,
): Promise<{ messages: StoredMessage[]; has_more: boolean }> {
  // Most readings of changes find nothing new.
  if ("after" in range && range.after >= last_change) return { messages: [], has_more: false };
  const limit = "after" in range ? changesPerCall : messagesPerPage;
  const rows = await selectRange(db, conversation, range);
  return { messages: rows.slice(0, limit), has_more: rows.length > limit };
}

function selectRange(
  db: Db,
  { conversation_pk, removed_number, hidden_numbers }: ReadConversation,
  range: MessageRange,
): Promise<Row<"messages.selectPage">[]> {
  const conversation = { conversation_pk, removed_number, hidden_numbers };
  if ("after" in range) return selectChanged(db, { ...conversation, after: range.after });
  if ("before" in range) return selectBefore(db, { ...conversation, before: range.before });
  const offset = countRowsBefore(range.page, messagesPerPage);
  return selectPage(db, { ...conversation, offset });
}

const selectByKey = statement(
  "messages.selectByKey",
  `select ${messageColumns} from messages where conversation_pk = :conversation_pk and key = :key`,
);

/** Finds the message with a key, of any sender; undefined if there is none. */
export async function findMessage(
  db: Db,
  conversation_pk: number,
  key: string,
): Promise<StoredMessage | undefined> {
  return (await selectByKey(db, { conversation_pk, key }))[0];
}
