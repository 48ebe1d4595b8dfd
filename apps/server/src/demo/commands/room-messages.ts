import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/** What members say in each official room, oldest first; `replies_to` is the place of an earlier one, from 1. */
const talk: readonly { sender: number; body: string; replies_to?: number }[] = [
  { sender: 1, body: "こんばんは。みんな、今日はなにしてた？" },
  { sender: 2, body: "ずっと部屋で本を読んでました📖" },
  { sender: 3, body: "なんの本？", replies_to: 2 },
  { sender: 2, body: "星の本です。冬は空がきれいで", replies_to: 3 },
  { sender: 4, body: "いいなあ。こっちはくもり" },
  { sender: 1, body: "ふたご座の流れ星、もうすぐだよね", replies_to: 4 },
];

// The members of a room have the numbers from 1 on. Everybody but the first has read the first two messages.
const insertMessages = statement(
  "demo.insertRoomMessages",
  `
  with given as (
    select sender, body, replies_to, n
    from unnest(:senders::bigint[], :bodies::text[], :replied::bigint[]) with ordinality
      as listed (sender, body, replies_to, n)
  ), talked_rooms as (
    select conversations.pk, conversations.last_change as start
    from rooms join conversations on conversations.pk = rooms.conversation_pk
    where rooms.room_type = 'official' and rooms.members_count > 0
  ), changed as (
    update conversations set last_change = start + :count::bigint, last_number = start + :count::bigint,
      last_posted_minute = date_trunc('minute', now())
    from talked_rooms where conversations.pk = talked_rooms.pk
  ), marked as (
    update participants set read_number = start + 2 from talked_rooms
    where participants.conversation_pk = talked_rooms.pk
  )
  insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute, reply_to_number,
    replied_sender_number)
  select talked_rooms.pk, start + given.n, start + given.n, 'demo-message-of-room-' || given.n, given.sender, given.body,
    date_trunc('minute', now()) - (:count::bigint - given.n) * interval '3 minutes', start + replied.n, replied.sender
  from talked_rooms cross join given left join given replied on replied.n = given.replies_to`,
);

/** Lets the members of the official rooms write; runs after they have joined. */
export async function populateRoomMessages(db: Db): Promise<void> {
  await insertMessages(db, {
    senders: talk.map(({ sender }) => sender),
    bodies: talk.map(({ body }) => body),
    replied: talk.map(({ replies_to }) => replies_to ?? 0),
    count: talk.length,
  });
}
