import type { RoomMemberProfile, RoomQuestion } from "@toibako/contract/rooms/members.ts";
import type { Room } from "@toibako/contract/rooms.ts";

/** A room of a school year that its reader can join. */
export const sampleRoom: Room = {
  uuid: "room-a",
  room_type: "open_chat_by_grade",
  priority: 0,
  title: "Second year",
  description: "Talk with people of your year.",
  icon_url: "/pictures/rooms/a.svg",
  locale: "ja",
  members_count: 12,
  is_joined: false,
  is_blocked: false,
  is_archived: false,
  is_without_latin: false,
  is_muted: false,
  is_rules_accepted: false,
  unread_count: 0,
  group_talk_user_summary_id: null,
  personal_answer_group_id: "group-a",
};

/** A question with a text and one with options. */
export const sampleQuestions: RoomQuestion[] = [
  { question_id: "q-club", body: "Your club?", input_type: "text", options: [], is_required: true },
  {
    question_id: "q-pet",
    body: "Cats or dogs?",
    input_type: "select",
    options: ["Cats", "Dogs"],
    is_required: true,
  },
];

export const sampleMember: RoomMemberProfile = {
  id: "member-b",
  display_name: "Momo",
  icon_url: "/avatars/cat.svg",
  is_me: false,
  has_left: false,
  is_hidden: false,
  personal_answer_group: {
    id: "group-a",
    items: [
      { question_id: "q-club", value: "Tennis" },
      { question_id: "q-pet", value: "Cats" },
    ],
  },
};
