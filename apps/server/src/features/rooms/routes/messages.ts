import type { Locale } from "@toibako/contract/locales.ts";
import {
  listRoomMessages,
  postRoomMessage,
  readAllRoomMessages,
  reportRoomMessage,
  takeBackRoomMessage,
} from "@toibako/contract/rooms/messages.ts";
import { createDateReader } from "#platform/dates.ts";
import { implement } from "#platform/http/endpoint.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { readNumber, type StoredMessage } from "../../messages/policy.ts";
import { readRange } from "../../messages/queries.ts";
import { postInRoom, readInRoom, takeBackInRoom } from "../commands/messages.ts";
import { reportMessage } from "../commands/report.ts";
import { describeOwnMessage, listRoomMessagesOf, toState } from "../queries/messages.ts";
import { findOwnMember, type OwnMember } from "../queries/own-member.ts";

export const messageRoutes = [
  implement(listRoomMessages, async ({ query, viewer, services, ...call }) => {
    const own = await findOwnMember(services.db, viewer.user.pk, query.uuid, "forbidden");
    const dateReader = createDateReader(query.locale ?? call.locale, viewer.user);
    return { body: await listRoomMessagesOf(services.db, own, readRange(query), dateReader) };
  }),

  implement(postRoomMessage, async ({ body, viewer, services, ...call }) => {
    const { group_talk_uuid: uuid, key, body: text } = body.group_message;
    const reply_to = body.reply_to_group_message_key ?? null;
    const posted = await postInRoom(services, viewer, { uuid, key, body: text, reply_to });
    return { body: await describe(services, viewer, posted, body.locale ?? call.locale) };
  }),

  implement(takeBackRoomMessage, async ({ params, viewer, services, locale }) => {
    const taken = await takeBackInRoom(services, viewer, params.uuid, params.key);
    return { body: await describe(services, viewer, taken, locale) };
  }),

  implement(readAllRoomMessages, async ({ params, query, viewer, services }) => {
    await readInRoom(services, viewer, params.uuid, readNumber(query.up_to));
    return { body: {} };
  }),

  implement(reportRoomMessage, async ({ params, body, viewer, services }) => {
    await reportMessage(services, viewer, params, body);
    return { body: {} };
  }),
];

async function describe(
  { db }: Services,
  { user }: SignedIn,
  { message, own }: { message: StoredMessage; own: OwnMember },
  locale: Locale,
) {
  const dateReader = createDateReader(locale, user);
  return {
    data: { group_message: await describeOwnMessage(db, own, message, dateReader) },
    state: toState(own),
  };
}
