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
/** How often the state of an import is requested while it waits, because X limits its requests. */
const waitingMilliseconds = 30_000;

/** The state of the viewer's newest import. */
export const importQuery = () =>
  queryOptions({
    ...api.query(getFriendImport),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== "running") return false;
      return data.wait_minutes === null ? pollingMilliseconds : waitingMilliseconds;
    },
  });

/** The viewer's followers on X: those with an account here ("completed") or those without ("pending"). */
export const followersOnXQuery = (tab: FollowersOnXTab, page: number) =>
  api.query(listFollowersOnX, { query: { tab, page: String(page) } });

export const followersOnXName: string = listFollowersOnX.name;

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
    const isRefused = error instanceof ApiError && error.code === "too_many";
    const state = isRefused && (await client.fetchQuery({ ...importQuery(), staleTime: 0 }));
    if (state && (state.status === "running" || state.available_at !== null)) return state;
    throw error;
  }
}
