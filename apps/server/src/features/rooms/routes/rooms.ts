import {
  acceptRoomRules,
  getRoom,
  joinRoom as joinRoomEndpoint,
  leaveRoom as leaveRoomEndpoint,
  listJoinableRooms,
  listRooms,
  startRoomShare,
  updateRoom,
} from "@toibako/contract/rooms.ts";
import { implement } from "#platform/http/endpoint.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { joinRoom } from "../commands/join.ts";
import { acceptRules, leaveRoom, markShared, muteRoom } from "../commands/membership.ts";
import { findRoom, listJoinable, listOwnRooms, toRoom } from "../queries/rooms.ts";

export const roomRoutes = [
  implement(listRooms, async ({ query, viewer, services, ...call }) => {
    const locale = query.locale ?? call.locale;
    return { body: await listOwnRooms(services.db, viewer, parsePageNumber(query.page), locale) };
  }),

  implement(listJoinableRooms, async ({ query, viewer, services, ...call }) => {
    const locale = query.locale ?? call.locale;
    return { body: { group_talks: await listJoinable(services.db, viewer, locale) } };
  }),

  implement(getRoom, async ({ params, query, viewer, services, ...call }) => {
    const room = await findRoom(services.db, viewer, params.uuid);
    return { body: { group_talk: toRoom(room, query.locale ?? call.locale) } };
  }),

  implement(joinRoomEndpoint, async ({ params, body, viewer, services, request }) => {
    const uuid = await joinRoom(services, viewer, request.ip, params.uuid, body);
    return { body: { group_talk_user_summary_id: uuid } };
  }),

  implement(updateRoom, async ({ params, body, viewer, services, locale }) => {
    await muteRoom(services, viewer, params.uuid, body.is_muted);
    const room = await findRoom(services.db, viewer, params.uuid);
    return { body: { group_talk: toRoom(room, locale) } };
  }),

  implement(acceptRoomRules, async ({ params, viewer, services, locale }) => {
    await acceptRules(services.db, viewer, params.uuid);
    const room = await findRoom(services.db, viewer, params.uuid);
    return { body: { group_talk: toRoom(room, locale) } };
  }),

  implement(leaveRoomEndpoint, async ({ params, viewer, services }) => {
    await leaveRoom(services, viewer, params.uuid);
    return {};
  }),

  implement(startRoomShare, async ({ params, viewer, services }) => {
    await markShared(services.db, viewer, params.uuid);
    return { body: {} };
  }),
];
