import type { QueryClient } from "@tanstack/react-query";
import type { Locale } from "@toibako/contract/locales.ts";
import type * as contract from "@toibako/contract/rooms.ts";
import type { Room } from "@toibako/contract/rooms.ts";

// Written as a string, because the head of a room's page is in the code of all pages, which would get all endpoints.
const getRoomName = "getRoom" satisfies keyof typeof contract;

/** Returns a room of the cache; undefined if it isn't loaded. */
export const readCachedRoom = (
  client: QueryClient,
  uuid: string,
  locale: Locale,
): Room | undefined =>
  client.getQueryData<{ group_talk: Room }>([getRoomName, { params: { uuid }, query: { locale } }])
    ?.group_talk;
