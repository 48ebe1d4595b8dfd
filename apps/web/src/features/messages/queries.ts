import type { QueryClient } from "@tanstack/react-query";
import { useMutation } from "@tanstack/react-query";
import type { Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  listMessages,
  type Message,
  postMessage,
  readAllMessages,
  takeBackMessage,
} from "@toibako/contract/messages.ts";
import type { ConversationCalls } from "#lib/conversation/controller.ts";
import type { Post } from "#lib/conversation/state.ts";
import { api, send } from "#lib/http/client.ts";

export type MessagesPage = Output<typeof listMessages>;

/** The newest messages of a talk. What comes later is read as changes, so this page isn't fetched a second time. */
export const newestMessagesQuery = (uuid: string, locale: Locale) => ({
  ...api.query(listMessages, { query: { uuid, page: "1", locale } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The calls of a talk, of which the page keeps the messages (`lib/conversation`). */
export function createTalkCalls(
  client: QueryClient,
  uuid: string,
  locale: Locale,
): ConversationCalls<Message> {
  const read = (range: { page?: string; before?: string; after?: string }) =>
    api.read(client, listMessages, { query: { uuid, locale, ...range } });
  return {
    fetchNewest: () => read({ page: "1" }),
    fetchOlder: (page, before) => read({ page: String(page), before: String(before) }),
    fetchChanges: (after) => read({ after: String(after) }),
    post: (post) => postInTalk(uuid, locale, post),
    markRead: (upTo) => send(readAllMessages, { params: { uuid }, query: { up_to: String(upTo) } }),
  };
}

/**
 * Posts a message; its key makes a repeated call have the same effect. Each call has an idempotency key of its own,
 * because `send` would wait for a call with the same one, which may hang.
 */
async function postInTalk(uuid: string, locale: Locale, { key, body }: Post): Promise<Message> {
  const message = { talk_uuid: uuid, key, body };
  const { data } = await send(
    postMessage,
    { body: { message, locale } },
    { idempotency_key: crypto.randomUUID() },
  );
  return data.message;
}

/** Takes back an own message; resolves with what is left of it. */
export const useTakeBack = (uuid: string) =>
  useMutation({
    mutationFn: async (key: string) =>
      (await send(takeBackMessage, { params: { uuid, key } })).data.message,
  });
