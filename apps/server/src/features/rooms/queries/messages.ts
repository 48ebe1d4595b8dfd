import type { DateReader } from "@toibako/contract/dates.ts";
import { changesPerCall } from "@toibako/contract/messages.ts";
import type { RoomMember } from "@toibako/contract/rooms/members.ts";
import type { RoomMessage, RoomState } from "@toibako/contract/rooms/messages.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { type StoredMessage, toMessage } from "../../messages/policy.ts";
import { listMessagesOf, type MessageRange } from "../../messages/queries.ts";
import { getMemberIconUrl } from "../policy/members.ts";
import type { OwnMember } from "./own-member.ts";

// The name and the picture are those that a member has now. A message that was replied to is read here, because it
// changes without a change of the reply.
const selectShown = statement(
  "rooms.selectShownMessages",
  `
  select messages.number, sender.uuid as group_talk_user_summary_id, sender.display_name, sender.icon_url,
    sender.is_left as has_left,
    replied.key as replied_key, replied.number as replied_number, replied.sender_number as replied_sender_number,
    replied.body as replied_body, replied_sender.uuid as replied_member_id,
    replied_sender.display_name as replied_name
  from messages
  join room_members sender
    on sender.conversation_pk = messages.conversation_pk and sender.number = messages.sender_number
  left join (
    messages replied
    join room_members replied_sender
      on replied_sender.conversation_pk = replied.conversation_pk and replied_sender.number = replied.sender_number
  ) on replied.conversation_pk = messages.conversation_pk and replied.number = messages.reply_to_number
  where messages.conversation_pk = :conversation_pk and messages.number = any(:numbers::bigint[])`,
);

type ShownRow = Row<"rooms.selectShownMessages">;

/** Describes stored messages of a room for one of its members, in the same order. */
async function describeMessages(
  db: Db,
  own: OwnMember,
  messages: readonly StoredMessage[],
  dateReader: DateReader,
): Promise<RoomMessage[]> {
  if (messages.length === 0) return [];
  const { conversation_pk } = own;
  const numbers = messages.map(({ number }) => number);
  const rows = await selectShown(db, { conversation_pk, numbers });
  const shown = new Map(rows.map((row) => [row.number, row]));
  return messages.flatMap((message) => {
    const row = shown.get(message.number);
    return row ? [toRoomMessage(message, row, own, dateReader)] : [];
  });
}

function toRoomMessage(
  message: StoredMessage,
  row: Pick<ShownRow, "group_talk_user_summary_id" | "display_name" | "icon_url" | "has_left"> &
    Parameters<typeof toReplied>[0],
  own: OwnMember,
  dateReader: DateReader,
): RoomMessage {
  const { own_number: number, own_read_number } = own;
  const { group_talk_user_summary_id, display_name, icon_url, has_left } = row;
  const replied_message = toReplied(row, own);
  // Whoever has written a message has read it.
  const reader = { number, own_read_number, partner_read_number: Number.POSITIVE_INFINITY };
  return {
    ...toMessage(message, reader, dateReader),
    group_talk_user_summary_id,
    display_name,
    icon_url: getMemberIconUrl(group_talk_user_summary_id, icon_url),
    has_left,
    reply_to: replied_message?.key ?? null,
    replied_message,
  };
}

type RepliedRow = Pick<
  ShownRow,
  | "replied_key"
  | "replied_number"
  | "replied_sender_number"
  | "replied_body"
  | "replied_member_id"
  | "replied_name"
>;

function toReplied(
  row: RepliedRow,
  { own_number, hidden_numbers }: OwnMember,
): RoomMessage["replied_message"] {
  const { replied_key: key, replied_number: number, replied_body } = row;
  const { replied_sender_number, replied_member_id, replied_name } = row;
  if (key === null || number === null || replied_sender_number === null) return null;
  if (replied_member_id === null || replied_name === null) return null;
  const is_hidden = hidden_numbers.includes(replied_sender_number);
  return {
    key,
    number,
    group_talk_user_summary_id: replied_member_id,
    display_name: replied_name,
    body: is_hidden ? "" : (replied_body ?? ""),
    is_taken_back: !is_hidden && replied_body === null,
    is_hidden,
    me: replied_sender_number === own_number,
  };
}

const notReplying: RepliedRow = {
  replied_key: null,
  replied_number: null,
  replied_sender_number: null,
  replied_body: null,
  replied_member_id: null,
  replied_name: null,
};

/** Describes a message that the member has sent; without a statement if it is no reply. */
export async function describeOwnMessage(
  db: Db,
  own: OwnMember,
  message: StoredMessage,
  dateReader: DateReader,
): Promise<RoomMessage> {
  const { member_id, display_name, icon_url } = own;
  const [described] =
    message.reply_to_number === null ? [] : await describeMessages(db, own, [message], dateReader);
  const sender = {
    group_talk_user_summary_id: member_id,
    display_name,
    icon_url,
    has_left: false,
  };
  return described ?? toRoomMessage(message, { ...notReplying, ...sender }, own, dateReader);
}

const selectChangedMembers = statement(
  "rooms.selectChangedMembers",
  `
  select number, uuid as id, display_name, icon_url, is_left as has_left, change from room_members
  where conversation_pk = :conversation_pk and change > :after
  order by change limit ${changesPerCall + 1}`,
);

type ChangedMember = Row<"rooms.selectChangedMembers">;

const toMember = (
  { number, id, display_name, icon_url, has_left }: ChangedMember,
  { own_number, hidden_numbers }: OwnMember,
): RoomMember => ({
  id,
  display_name,
  icon_url: getMemberIconUrl(id, icon_url),
  is_me: number === own_number,
  has_left,
  is_hidden: hidden_numbers.includes(number),
});

/** What a room's members see beside its messages, up to a change. */
export function toState(own: OwnMember, last_change = own.last_change): RoomState {
  const { own_read_number, members_count, is_blocked, hidden_members } = own;
  return {
    last_change,
    own_read_number,
    members_count,
    is_blocked,
    hidden_members,
  };
}

/** Lists messages of a room as one of its members sees them, and with `after` the changed members. */
export async function listRoomMessagesOf(
  db: Db,
  own: OwnMember,
  range: MessageRange,
  dateReader: DateReader,
) {
  const { conversation_pk, hidden_numbers, members_change } = own;
  const conversation = {
    conversation_pk,
    hidden_numbers,
    last_change: own.last_change,
    removed_number: own.removed_number,
  };
  const { messages, has_more } = await listMessagesOf(db, conversation, range);
  const members =
    "after" in range && range.after < members_change
      ? await selectChangedMembers(db, { conversation_pk, after: range.after })
      : [];
  // If more messages follow, there are a hundred already, so the next one is behind the cut.
  const last = messages.at(-1);
  const following = "after" in range && has_more && last ? [{ change: last.change + 1 }] : [];
  const cut = findCut([...messages, ...following, ...members]);
  const isListed = ({ change }: { change: number }) => cut === undefined || change <= cut;
  return {
    group_messages: await describeMessages(db, own, messages.filter(isListed), dateReader),
    members: members.filter(isListed).map((member) => toMember(member, own)),
    state: toState(own, cut),
    has_more: has_more || cut !== undefined,
  };
}

/**
 * Finds the change with which a reading of changes ends if there are more than one call lists; undefined if it ends with
 * the last one.
 */
function findCut(changed: readonly { change: number }[]): number | undefined {
  if (changed.length <= changesPerCall) return undefined;
  const changes = changed.map(({ change }) => change).sort((a, b) => a - b);
  return changes[changesPerCall - 1];
}
