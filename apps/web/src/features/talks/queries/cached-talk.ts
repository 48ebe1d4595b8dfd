import type { QueryClient } from "@tanstack/react-query";
import type * as contract from "@toibako/contract/talks.ts";
import type { Talk } from "@toibako/contract/talks.ts";

// Written as a string, because the head of a talk's page is in the code of all pages, which would get all endpoints.
const getTalkName = "getTalk" satisfies keyof typeof contract;

/** Returns a talk of the cache; undefined if it isn't loaded. */
export const readCachedTalk = (client: QueryClient, uuid: string): Talk | undefined =>
  client.getQueryData<{ talk: Talk }>([getTalkName, { params: { uuid } }])?.talk;
