import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { readAnswer } from "../../rooms/queries/questions.ts";
import { findRoomTitle } from "../../rooms/queries/rooms.ts";
import type { RoomMessageRecord } from "../policy/records.ts";

/** How many memberships and messages are read at once, to limit memory use. */
const batchSize = 100;

const selectMemberships = statement(
  "archives.selectMemberships",
  `
  select own.conversation_pk, own.number, own.display_name, own.is_left, rooms.texts, rooms.birth_year,
    rooms.year_number, rooms.locale
  from room_members own join rooms on rooms.conversation_pk = own.conversation_pk
  where own.user_pk = :user_pk
    and (own.conversation_pk, own.number) > (:after_pk::bigint, :after_number::bigint)
  order by own.conversation_pk, own.number limit ${batchSize}`,
);

const selectAnswers = statement(
  "archives.selectRoomAnswers",
  `
  select bodies, options, value, option_position from room_answers
  join room_questions on room_questions.pk = room_answers.question_pk
  where conversation_pk = :conversation_pk and member_number = :number order by position`,
);

const selectMessages = statement(
  "archives.selectRoomMessages",
  `
  select number, body, posted_minute from messages
  where conversation_pk = :conversation_pk and number > :after_number and sender_number = :number
    and body is not null
  order by number limit ${batchSize}`,
);

type Membership = Row<"archives.selectMemberships">;

/** Yields the memberships of an account, present and former ones. */
async function* listMemberships(db: Db, user_pk: number): AsyncGenerator<Membership> {
  let after = { after_pk: 0, after_number: 0 };
  while (true) {
    const rows = await selectMemberships(db, { user_pk, ...after });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = { after_pk: last.conversation_pk, after_number: last.number };
  }
}

/** Lists how an account is or was known in rooms, with its answers to their questions. */
export async function listRoomProfiles(db: Db, { user }: Pick<SignedIn, "user">) {
  const profiles: {
    room: string;
    display_name: string;
    has_left: boolean;
    answers: { question: string; answer: string }[];
  }[] = [];
  for await (const membership of listMemberships(db, user.pk)) {
    const { conversation_pk, number, display_name, is_left } = membership;
    const answers = await selectAnswers(db, { conversation_pk, number });
    profiles.push({
      room: findRoomTitle(membership, user.locale),
      display_name,
      has_left: is_left,
      answers: answers.map(({ bodies, ...answer }) => ({
        question: bodies[user.locale],
        answer: readAnswer(answer, answer, user.locale),
      })),
    });
  }
  return profiles;
}

/** Yields what an account has written in rooms, one room after another, oldest first. */
export async function* listRoomMessages(db: Db, { user }: Pick<SignedIn, "user">) {
  for await (const membership of listMemberships(db, user.pk)) {
    const { conversation_pk, number } = membership;
    const room = findRoomTitle(membership, user.locale);
    let after_number = 0;
    while (true) {
      const rows = await selectMessages(db, { conversation_pk, number, after_number });
      if (rows.length === 0) break;
      yield rows.map(
        ({ body, posted_minute }): RoomMessageRecord => ({
          room,
          text: body ?? "",
          posted_minute: posted_minute.toISOString(),
        }),
      );
      after_number = rows.at(-1)?.number ?? 0;
    }
  }
}
