import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type FollowersOnXTab,
  getFriendImport,
  listFollowersOnX,
  startFriendImport,
} from "@toibako/contract/friends/import.ts";
import { api, send } from "#lib/http/client.ts";

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
    mutationFn: () => send(startFriendImport),
    onSuccess: ({ data }) => client.setQueryData(importQuery().queryKey, data),
    // Another tab may have started an import.
    onError: () => void client.invalidateQueries({ queryKey: importQuery().queryKey }),
  });
}
