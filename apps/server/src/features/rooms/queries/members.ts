import type { Locale } from "@toibako/contract/locales.ts";
import {
  type RoomMember,
  type RoomMemberProfile,
  roomMembersPerPage,
} from "@toibako/contract/rooms/members.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import {
  countRowsBefore,
  createPager,
  isInReachSql,
  readCountedPage,
} from "#platform/http/pager.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { getMemberIconUrl } from "../policy/members.ts";
import { findQuestions, readAnswer } from "./questions.ts";
import type { OwnRoom } from "./rooms.ts";

/**
 * The columns of a member for another one, whose number is `own_number`. Who has left the site is a member until the
 * account is destroyed: a place that is left when a profile disappears would tell whose it was.
 */
const buildMemberColumns = (own_number: string) => `
  members.uuid, members.display_name, members.icon_url,
  members.is_left or members.user_pk is null as "has_left!",
  members.number = ${own_number} as "is_me!",
  exists (
    select from hidden_room_members hidden
    where hidden.conversation_pk = members.conversation_pk and hidden.member_number = ${own_number}
      and hidden.hidden_number = members.number
  ) as "is_hidden!"`;

/** The present members of a room. */
const presentMembersSql = `
  room_members members
  where members.conversation_pk = :conversation_pk and not members.is_left`;

// The ids are random, so the order tells nothing.
const selectPage = statement(
  "rooms.selectMembersPage",
  `
  select ${buildMemberColumns(":own_number")}, (count(*) over ())::int as "total_count!"
  from ${presentMembersSql} and ${isInReachSql}
  order by members.number <> :own_number, members.uuid collate "C"
  limit ${roomMembersPerPage} offset :offset`,
);

/** A member as the caller sees them. */
interface ShownMember {
  uuid: string;
  display_name: string;
  icon_url: string | null;
  is_me: boolean;
  has_left: boolean;
  is_hidden: boolean;
}

/** Describes a member. The id of the membership chooses the drawing of a member without picture. */
function toMember({ uuid, icon_url, ...member }: ShownMember): RoomMember {
  const { display_name, is_me, has_left, is_hidden } = member;
  const shown = { id: uuid, display_name, icon_url: getMemberIconUrl(uuid, icon_url) };
  return { ...shown, is_me, has_left, is_hidden };
}

/** Lists the present members of a room of the caller, the caller first. */
export async function listMembers(db: Db, room: OwnRoom, page: number) {
  const { conversation_pk, own_number } = room;
  const { rows, total_count } = await readCountedPage(
    countRowsBefore(page, roomMembersPerPage),
    (offset) => selectPage(db, { conversation_pk, own_number, offset }),
  );
  return {
    members: rows.map(toMember),
    pager: createPager(page, roomMembersPerPage, total_count),
  };
}

const selectMember = statement(
  "rooms.selectMember",
  `
  select ${buildMemberColumns("own.number")}, members.number, members.conversation_pk,
    own.number as own_number, conversations.uuid as room_uuid, room_question_groups.uuid as group_uuid
  from room_members members
  join room_members own on own.conversation_pk = members.conversation_pk
    and own.user_pk = :user_pk and not own.is_left
  join rooms on rooms.conversation_pk = members.conversation_pk
  join room_question_groups on room_question_groups.pk = rooms.group_pk
  join conversations on conversations.pk = members.conversation_pk
  where members.uuid = :uuid`,
);

export type MemberRow = Row<"rooms.selectMember">;

/** Finds who is or was a member of a room of the caller; throws `not_found` for others. */
export async function findMember(db: Db, { user }: SignedIn, uuid: string): Promise<MemberRow> {
  const [member] = await selectMember(db, { uuid, user_pk: user.pk });
  if (!member) throw new Failure("not_found");
  return member;
}

const selectAnswersOfMember = statement(
  "rooms.selectAnswersOfMember",
  `
  select question_pk, value, option_position from room_answers
  where conversation_pk = :conversation_pk and member_number = :number`,
);

/** Describes a member of a room of the caller with their answers, which those who have left don't have. */
export async function describeMember(
  db: Db,
  viewer: SignedIn,
  uuid: string,
  locale: Locale,
): Promise<RoomMemberProfile> {
  const member = await findMember(db, viewer, uuid);
  const { conversation_pk, number, group_uuid } = member;
  const questions = await findQuestions(db, group_uuid);
  const answers = member.has_left
    ? []
    : await selectAnswersOfMember(db, { conversation_pk, number });
  return {
    ...toMember(member),
    personal_answer_group: {
      id: group_uuid,
      items: questions.flatMap((question) => {
        const answer = answers.find(({ question_pk }) => question_pk === question.pk);
        if (!answer) return [];
        return [{ question_id: question.uuid, value: readAnswer(answer, question, locale) }];
      }),
    },
  };
}

const selectAnswersPage = statement(
  "rooms.selectAnswersPage",
  `
  select members.uuid, members.display_name, members.icon_url, answers.value, answers.option_position,
    (count(*) over ())::int as "total_count!"
  from room_answers answers
  join room_members members on members.conversation_pk = answers.conversation_pk
    and members.number = answers.member_number and not members.is_left
  where answers.conversation_pk = :conversation_pk and answers.question_pk = :question_pk and ${isInReachSql}
  order by members.number <> :own_number, members.uuid collate "C"
  limit ${roomMembersPerPage} offset :offset`,
);

/** Lists how the present members of a room of the caller have answered one of its questions, the caller first. */
export async function listAnswers(
  db: Db,
  room: OwnRoom,
  { question_id, page, locale }: { question_id: string; page: number; locale: Locale },
) {
  const questions = await findQuestions(db, room.group_uuid);
  const question = questions.find(({ uuid }) => uuid === question_id);
  if (!question) throw new Failure("not_found");
  const { conversation_pk, own_number } = room;
  const { rows, total_count } = await readCountedPage(
    countRowsBefore(page, roomMembersPerPage),
    (offset) =>
      selectAnswersPage(db, { conversation_pk, own_number, question_pk: question.pk, offset }),
  );
  return {
    question_id,
    answers: rows.map((row) => ({
      group_talk_user_summary_id: row.uuid,
      display_name: row.display_name,
      icon_url: getMemberIconUrl(row.uuid, row.icon_url),
      value: readAnswer(row, question, locale),
    })),
    pager: createPager(page, roomMembersPerPage, total_count),
  };
}
