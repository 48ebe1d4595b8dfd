import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import {
  maxRoomProfileBytes,
  maxRoomQuestions,
  PersonalAnswer,
  roomAnswerLength,
  roomProfileFields,
} from "../rooms.ts";
import { defineObject, IdInput, Locale, PageQuery, Pager, PublicId } from "../shapes.ts";

export const roomMembersPerPage = 50;

/** How many options a question of a room can offer. */
export const maxRoomOptions = 12;

/** A question that a room asks its members, in the caller's language. */
export const RoomQuestion = defineObject({
  question_id: PublicId,
  body: Type.String(),
  /** A text of up to `roomAnswerLength` characters, or one of `options`. */
  input_type: Type.Enum(["text", "select"]),
  options: Type.Array(Type.String(), { maxItems: maxRoomOptions }),
  is_required: Type.Boolean(),
});
export type RoomQuestion = Static<typeof RoomQuestion>;

/** Somebody who is or was a member of a room, as the room knows them; it leads to no account. */
export const RoomMember = defineObject({
  id: PublicId,
  /** Empty for a destroyed account. */
  display_name: Type.String(),
  icon_url: Type.String(),
  is_me: Type.Boolean(),
  has_left: Type.Boolean(),
  /** Whether the caller hides the messages of this member from themselves. */
  is_hidden: Type.Boolean(),
});
export type RoomMember = Static<typeof RoomMember>;

/** A member with their answers to the room's questions, in the order of the questions. */
export const RoomMemberProfile = defineObject({
  ...RoomMember.properties,
  personal_answer_group: defineObject({
    id: PublicId,
    items: Type.Array(PersonalAnswer, { maxItems: maxRoomQuestions }),
  }),
});
export type RoomMemberProfile = Static<typeof RoomMemberProfile>;

const MemberParams = defineObject({ id: IdInput });

/** The questions of a room; `id` is its `personal_answer_group_id`. */
export const getRoomQuestions = defineEndpoint({
  name: "getRoomQuestions",
  summary: "Questions that a room asks its members",
  method: "GET",
  path: "/api/v2/personal_answer_groups/:id",
  caller: "user",
  params: MemberParams,
  query: defineObject({ locale: Type.Optional(Locale) }),
  response: {
    200: defineObject({
      id: PublicId,
      items: Type.Array(RoomQuestion, { minItems: 1, maxItems: maxRoomQuestions }),
    }),
  },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(240),
});

/** The present members of a room, for members only; the caller first. */
export const listRoomMembers = defineEndpoint({
  name: "listRoomMembers",
  summary: "Members of a room",
  method: "GET",
  path: "/api/v2/me/group_talks/:uuid/members",
  caller: "user",
  params: defineObject({ uuid: IdInput }),
  query: defineObject({ page: PageQuery, locale: Type.Optional(Locale) }),
  response: {
    200: defineObject({
      members: Type.Array(RoomMember, { maxItems: roomMembersPerPage }),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed", "not_found", "forbidden"],
  limits: limitCalls(240),
});

/** A member with their answers, for members of the same room only. Who has left has no answers. */
export const getRoomMember = defineEndpoint({
  name: "getRoomMember",
  summary: "A member of a room",
  method: "GET",
  path: "/api/v2/group_talk_user_summaries/:id",
  caller: "user",
  params: MemberParams,
  query: defineObject({ locale: Type.Optional(Locale) }),
  response: { 200: RoomMemberProfile },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(300),
});

/** Saves how the caller is known in a room. Without `base64_image` the picture stays; null removes it. */
export const updateRoomMember = defineEndpoint({
  name: "updateRoomMember",
  summary: "Save how one is known in a room",
  method: "PUT",
  path: "/api/v2/group_talk_user_summaries/:id",
  caller: "user",
  reaches_others: true,
  params: MemberParams,
  body: defineObject({
    id: Type.Optional(IdInput),
    locale: Type.Optional(Locale),
    ...roomProfileFields,
  }),
  max_body_bytes: maxRoomProfileBytes,
  response: { 200: RoomMemberProfile },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "forbidden",
    "forbidden_words",
    "too_large",
    "wrong_media",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "refuse" }],
});

/** Hides the messages of a member from the caller, or shows them again. The member doesn't learn it. */
export const hideRoomMember = defineEndpoint({
  name: "hideRoomMember",
  summary: "Hide the messages of a member",
  method: "PUT",
  path: "/api/v2/group_talk_user_summaries/:id/hidden",
  caller: "user",
  params: MemberParams,
  body: defineObject({ is_hidden: Type.Boolean() }),
  response: { 200: defineObject({ is_hidden: Type.Boolean() }) },
  errors: ["sign_in_needed", "invalid_fields", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** How the present members of a room have answered one of its questions, for its members only; 50 a page. */
export const listRoomAnswers = defineEndpoint({
  name: "listRoomAnswers",
  summary: "Answers of a room's members to one question",
  method: "GET",
  path: "/api/v2/me/group_talks/:uuid/personal_question_items/:question_id/summary",
  caller: "user",
  params: defineObject({ uuid: IdInput, question_id: IdInput }),
  query: defineObject({ page: PageQuery, locale: Type.Optional(Locale) }),
  response: {
    200: defineObject({
      question_id: PublicId,
      answers: Type.Array(
        defineObject({
          group_talk_user_summary_id: PublicId,
          display_name: Type.String(),
          icon_url: Type.String(),
          value: Type.String({ maxLength: roomAnswerLength * 20 }),
        }),
        { maxItems: roomMembersPerPage },
      ),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed", "not_found", "forbidden"],
  limits: limitCalls(240),
});
