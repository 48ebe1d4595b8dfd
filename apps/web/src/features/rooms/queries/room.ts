import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  acceptRoomRules,
  getRoom,
  leaveRoom,
  listJoinableRooms,
  listRooms,
  type Room,
  updateRoom,
} from "@toibako/contract/rooms.ts";
import { api, send } from "#lib/http/client.ts";

/** A room as the reader sees it: also for visitors and for those who haven't joined. */
export const roomQuery = (uuid: string, locale: Locale) =>
  api.query(getRoom, { params: { uuid }, query: { locale } });

/** Refetches the lists of rooms and the unread counts, for example after a message has arrived. */
export function refreshRoomLists(client: QueryClient): void {
  const names = [listRooms.name, listJoinableRooms.name, getUnreadCounts.name];
  for (const name of names) void client.invalidateQueries({ queryKey: [name] });
}

/** Refetches a room: the reader may have been blocked, or have left it on another page. */
export const refreshRoom = (client: QueryClient, uuid: string, locale: Locale) =>
  client.invalidateQueries({ queryKey: roomQuery(uuid, locale).queryKey });

/** Changes a room in the cache, for example its unread count after it was read. */
export function changeCachedRoom(client: QueryClient, uuid: string, changes: Partial<Room>): void {
  const change = (room: Room) => (room.uuid === uuid ? { ...room, ...changes } : room);
  client.setQueriesData<Output<typeof getRoom>>({ queryKey: [getRoom.name] }, (cached) =>
    cached ? { group_talk: change(cached.group_talk) } : cached,
  );
  client.setQueriesData<Output<typeof listRooms>>({ queryKey: [listRooms.name] }, (cached) =>
    cached && "group_talks" in cached
      ? { ...cached, group_talks: cached.group_talks.map(change) }
      : cached,
  );
}

/** Mutes a room, or ends that. */
export function useMuteRoom(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_muted: boolean) => send(updateRoom, { params: { uuid }, body: { is_muted } }),
    onSuccess: (_reply, is_muted) => changeCachedRoom(client, uuid, { is_muted }),
  });
}

/** Accepts the rules of a room, without which nothing can be posted in it. */
export function useAcceptRules(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(acceptRoomRules, { params: { uuid } }),
    onSuccess: () => changeCachedRoom(client, uuid, { is_rules_accepted: true }),
  });
}

/**
 * Leaves a room. The cache still says that it is joined, because its page would else turn into the join form before it
 * is left; `forgetRoom` corrects that afterwards.
 */
export const useLeaveRoom = (uuid: string) =>
  useMutation({ mutationFn: () => send(leaveRoom, { params: { uuid } }) });

/** Removes a room that the reader has left from the cache. */
export function forgetRoom(client: QueryClient, uuid: string): void {
  const isOfRoom = (input: unknown) => JSON.stringify(input ?? "").includes(`"${uuid}"`);
  client.removeQueries({ predicate: ({ queryKey: [, input] }) => isOfRoom(input) });
  refreshRoomLists(client);
}
