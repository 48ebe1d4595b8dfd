import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Locale } from "@toibako/contract/locales.ts";
import { acceptRoomRules, getRoom, leaveRoom, updateRoom } from "@toibako/contract/rooms.ts";
import { api, send } from "#lib/http/client.ts";
import { changeCachedRoom, refreshRoomLists } from "./lists.ts";

/** A room as the reader sees it: also for visitors and for those who haven't joined. */
export const roomQuery = (uuid: string, locale: Locale) =>
  api.query(getRoom, { params: { uuid }, query: { locale } });

/** Refetches a room: the reader may have been blocked, or have left it on another page. */
export const refreshRoom = (client: QueryClient, uuid: string, locale: Locale) =>
  client.invalidateQueries({ queryKey: roomQuery(uuid, locale).queryKey });

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
