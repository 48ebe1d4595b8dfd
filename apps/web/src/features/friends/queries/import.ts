import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type FollowersOnXTab,
  getFriendImport,
  listFollowersOnX,
  startFriendImport,
} from "@toibako/contract/friends/import.ts";
import { api, send } from "#lib/http/client.ts";

/** Milliseconds between two requests for the state of a running import. */
const pollingInterval = 1_500;
/** The same for an import that has to wait, because X limits its requests. */
const waitingInterval = 30_000;

/** The state of the viewer's newest import. */
export const importQuery = () =>
  queryOptions({
    ...api.query(getFriendImport),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== "running") return false;
      return data.wait_minutes === null ? pollingInterval : waitingInterval;
    },
  });

/** The viewer's followers on X, with an account here or without. */
export const followersOnXQuery = (tab: FollowersOnXTab, page: number) =>
  api.query(listFollowersOnX, { query: { tab, page: String(page) } });

export const followersOnXName: string = listFollowersOnX.name;

export function useStartImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(startFriendImport),
    onSuccess: ({ data }) => client.setQueryData(importQuery().queryKey, data),
    // Another tab may have started an import.
    onError: () => void client.invalidateQueries({ queryKey: importQuery().queryKey }),
  });
}
