import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  getRoomMember,
  getRoomQuestions,
  listRoomAnswers,
  updateRoomMember,
} from "@toibako/contract/rooms/members.ts";
import { joinRoom, type PersonalAnswer, type Room } from "@toibako/contract/rooms.ts";
import { api, send } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { changeCachedRoom, refreshRoomLists } from "./lists.ts";
import { refreshMembers } from "./members.ts";

/** How a member wants to be known in a room. Without `base64_image` the picture stays; null removes it. */
export interface RoomProfile {
  display_name: string;
  personal_answers: PersonalAnswer[];
  base64_image?: string | null;
}

/** The questions of a room; `id` is its `personal_answer_group_id`. */
export const roomQuestionsQuery = (id: string, locale: Locale) =>
  api.query(getRoomQuestions, { params: { id }, query: { locale } });

/** A member with their answers; `id` is that of the membership. */
export const roomMemberQuery = (id: string, locale: Locale) =>
  api.query(getRoomMember, { params: { id }, query: { locale } });

/** How the members have answered a question, as an infinite list. */
export const roomAnswersQuery = (uuid: string, question_id: string, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: [listRoomAnswers.name, uuid, question_id, locale],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listRoomAnswers, {
        params: { uuid, question_id },
        query: { page: String(pageParam), locale },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

/**
 * Joins a room. A repeat has the same effect. `onJoined` is called even if the page no longer shows the form, because it
 * shows the messages as soon as the cached room is a joined one.
 */
export function useJoinRoom({ uuid, members_count }: Room, onJoined: () => void) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: async (profile: RoomProfile) =>
      (await send(joinRoom, { params: { uuid }, body: { uuid, locale, ...profile } })).data,
    onSuccess: ({ group_talk_user_summary_id }) => {
      changeCachedRoom(client, uuid, {
        is_joined: true,
        group_talk_user_summary_id,
        members_count: members_count + 1,
      });
      refreshMembers(client);
      refreshRoomLists(client);
      onJoined();
    },
  });
}

/** Saves how the account is known in a room; `id` is that of its membership. */
export function useUpdateRoomProfile(id: string) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: async (profile: RoomProfile) =>
      (await send(updateRoomMember, { params: { id }, body: { id, locale, ...profile } })).data,
    onSuccess: (member) => {
      client.setQueryData(roomMemberQuery(id, locale).queryKey, member);
      refreshMembers(client);
    },
  });
}
