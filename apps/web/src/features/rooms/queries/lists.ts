import type { QueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  getRoom,
  listJoinableRooms,
  listRooms,
  type Room,
  roomLocales,
} from "@toibako/contract/rooms.ts";
import { api } from "#lib/http/client.ts";

type RoomsPage = Output<typeof listRooms>;
type RoomReply = Output<typeof getRoom>;

/** The rooms of the account; 20 a page. */
export const roomsQuery = (page: number, locale: Locale) =>
  api.query(listRooms, { query: { page: String(page), locale } });

/** The rooms that an account with a birthday can join. */
export const joinableRoomsQuery = (locale: Locale) =>
  api.query(listJoinableRooms, { query: { locale } });

/** Whether pages in this language offer rooms to join; in the others an account sees those that it is in. */
export const offersRooms = (locale: Locale): boolean =>
  (roomLocales as readonly Locale[]).includes(locale);

/** Refetches the lists of rooms and the unread counts, for example after joining a room. */
export function refreshRoomLists(client: QueryClient): void {
  const names = [listRooms.name, listJoinableRooms.name, getUnreadCounts.name];
  for (const name of names) void client.invalidateQueries({ queryKey: [name] });
}

/** Changes a room in the cache, in each language. */
export function changeCachedRoom(client: QueryClient, uuid: string, changes: Partial<Room>): void {
  const change = <R extends Room>(room: R): R =>
    room.uuid === uuid ? { ...room, ...changes } : room;
  client.setQueriesData<RoomReply>(
    { queryKey: [getRoom.name] },
    (cached) => cached && { group_talk: change(cached.group_talk) },
  );
  client.setQueriesData<RoomsPage>(
    { queryKey: [listRooms.name] },
    (cached) => cached && { ...cached, group_talks: cached.group_talks.map(change) },
  );
}
