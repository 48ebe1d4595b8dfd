import { type QueryClient, useMutation } from "@tanstack/react-query";
import type { Input, Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  listRoomMessages,
  postRoomMessage,
  type RoomMessage,
  type RoomState,
  readAllRoomMessages,
  reportRoomMessage,
  takeBackRoomMessage,
} from "@toibako/contract/rooms/messages.ts";
import type { ConversationCalls } from "#lib/conversation/controller.ts";
import type { ConversationPage, Post } from "#lib/conversation/state.ts";
import type { NewestPage } from "#lib/conversation/views.ts";
import { api, send } from "#lib/http/client.ts";
import { changeCachedRoom } from "./lists.ts";
import { refreshMembers } from "./members.ts";

type RoomMessagesPage = Output<typeof listRoomMessages>;

/** The newest messages of a room. What comes later is read as changes, so this page isn't fetched a second time. */
export const newestRoomMessagesQuery = (uuid: string, locale: Locale) => ({
  ...api.query(listRoomMessages, { query: { uuid, page: "1", locale } }),
  staleTime: Number.POSITIVE_INFINITY,
});

const toPage = ({ group_messages, ...rest }: RoomMessagesPage): ConversationPage<RoomMessage> => ({
  messages: group_messages,
  ...rest,
});

/** Returns the newest page if the cache has it. */
export function readCachedPage(client: QueryClient, uuid: string, locale: Locale) {
  const cached = client.getQueryData<RoomMessagesPage>(
    newestRoomMessagesQuery(uuid, locale).queryKey,
  );
  return cached && toPage(cached);
}

/** Replaces the newest page in the cache, unless it was removed because the reader has left the room. */
export function storeCachedPage(
  client: QueryClient,
  uuid: string,
  locale: Locale,
  { messages, state, has_more }: NewestPage<RoomMessage>,
): void {
  client.setQueryData<RoomMessagesPage>(
    newestRoomMessagesQuery(uuid, locale).queryKey,
    (cached) =>
      cached && {
        group_messages: messages,
        members: [],
        state: { ...cached.state, ...state },
        has_more,
      },
  );
}

/** The calls of a room, of which the page keeps the messages (`lib/conversation`). Replies also update the cached
 * room and its members. */
export function createRoomCalls(
  client: QueryClient,
  uuid: string,
  locale: Locale,
): ConversationCalls<RoomMessage> {
  const showState = ({ members_count, is_blocked }: RoomState) =>
    changeCachedRoom(client, uuid, { members_count, is_blocked });
  async function read(range: { page?: string; before?: string; after?: string }) {
    const reply = await api.read(client, listRoomMessages, { query: { uuid, locale, ...range } });
    showState(reply.state);
    if (reply.members.length > 0) refreshMembers(client);
    return toPage(reply);
  }
  return {
    fetchNewest: () => read({ page: "1" }),
    fetchOlder: (page, before) => read({ page: String(page), before: String(before) }),
    fetchChanges: (after) => read({ after: String(after) }),
    async post(post) {
      const { message, state } = await postInRoom(uuid, locale, post);
      showState(state);
      return message;
    },
    markRead: (upTo) =>
      send(readAllRoomMessages, { params: { uuid }, query: { up_to: String(upTo) } }),
  };
}

/**
 * Posts a message; its key makes a repeated call have the same effect. Each call has an idempotency key of its own,
 * because `send` would wait for a call with the same one, which may hang.
 */
async function postInRoom(uuid: string, locale: Locale, { key, body, replied_message }: Post) {
  const { data } = await send(
    postRoomMessage,
    {
      body: {
        group_message: { group_talk_uuid: uuid, body, key },
        reply_to_group_message_key: replied_message?.key ?? null,
        locale,
      },
    },
    { idempotency_key: crypto.randomUUID() },
  );
  return { message: data.data.group_message, state: data.state };
}

/** Takes back an own message; resolves with what is left of it. */
export const useTakeBackInRoom = (uuid: string) =>
  useMutation({
    mutationFn: async (key: string) =>
      (await send(takeBackRoomMessage, { params: { uuid, key } })).data.data.group_message,
  });

export type RoomReport = Input<typeof reportRoomMessage>["body"];

/** Reports a message of another member. */
export const useReportRoomMessage = (uuid: string, key: string) =>
  useMutation({
    mutationFn: (report: RoomReport) =>
      send(reportRoomMessage, { params: { uuid, key }, body: report }),
  });
