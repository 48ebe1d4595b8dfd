import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type FollowersOnXTab,
  type FriendImport,
  getFriendImport,
  listFollowersOnX,
  startFriendImport,
} from "@toibako/contract/friends/import.ts";
import { ApiError, api, send } from "#lib/http/client.ts";

/** How often the state of a running import is requested. */
const pollingMilliseconds = 1_500;
/** Milliseconds between two requests for the state of an import that waits for the rate limit of X. */
const waitingPollingMilliseconds = 30_000;

/** The state of the viewer's newest import. */
export const importQuery = () =>
  queryOptions({
    ...api.query(getFriendImport),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== "running") return false;
      return data.wait_minutes === null ? pollingMilliseconds : waitingPollingMilliseconds;
    },
  });

/** The viewer's followers on X: those with an account here ("completed") or those without ("pending"). */
export const followersOnXQuery = (tab: FollowersOnXTab, page: number) =>
  api.query(listFollowersOnX, { query: { tab, page: String(page) } });

export function useStartImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => startOrFindImport(client),
    onSuccess: (state) => client.setQueryData(importQuery().queryKey, state),
  });
}

/** Starts an import, or finds the one that another tab or an earlier press has started. */
async function startOrFindImport(client: QueryClient): Promise<FriendImport> {
  try {
    return (await send(startFriendImport)).data;
  } catch (error) {
    // The server refuses to start an import while one is running or during the cool-down after one.
    const isAlreadyStarted = error instanceof ApiError && error.code === "too_many";
    const state = isAlreadyStarted && (await client.fetchQuery({ ...importQuery(), staleTime: 0 }));
    // `available_at` is the end of the cool-down of an import that has just finished.
    if (state && (state.status === "running" || state.available_at !== null)) return state;
    throw error;
  }
}
