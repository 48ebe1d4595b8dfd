import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type * as importContract from "@toibako/contract/friends/import.ts";
import type * as searchContract from "@toibako/contract/friends/search.ts";
import {
  deleteFollow,
  getBaton,
  listFollowers,
  listFollows,
  listFriends,
  type Person,
  postBaton,
  postFollow,
} from "@toibako/contract/friends.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { friendsLists } from "#lib/cache/answer-lists.ts";
import { api, send } from "#lib/http/client.ts";

const listHandles = (people: { account: string }[]) => people.map(({ account }) => account);

/** The accounts that the viewer follows. */
export const friendsQuery = (page: number) =>
  api.pageQuery(
    listFriends,
    page,
    (number, position) => ({ query: { page: String(number), ...position } }),
    ({ friends }) => listHandles(friends),
  );

/** The followers of an account. */
export const followersQuery = (account: string, page: number) =>
  api.pageQuery(
    listFollowers,
    page,
    (number, position) => ({
      params: { account },
      query: { page: String(number), ...position },
    }),
    ({ users }) => listHandles(users),
  );

/** The friends to whom an answered question can be passed on, as an infinite list. */
export const batonQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [getBaton.name, id],
    queryFn: ({ client, pageParam }) =>
      api.read(client, getBaton, { params: { id }, query: { page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

/** Passes an answered question on to friends. */
export function usePassBaton(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accounts: string[]) => send(postBaton, { params: { id }, body: { accounts } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: batonQuery(id).queryKey }),
  });
}

/** Whether the viewer follows an account, and how many followers it has. */
type FollowState = Pick<Person, "account" | "is_friend"> & { followers_count?: number };

/** Follows an account (`true`) or unfollows it (`false`). */
export function useFollow(account: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (is_friend: boolean) => {
      const endpoint = is_friend ? postFollow : deleteFollow;
      return (await send(endpoint, { params: { account } })).data;
    },
    onSuccess: (followState) => {
      updatePersonInCache(client, followState);
      // Not refetched, so that an unfollowed account stays in the open list, where it can be followed again.
      for (const name of [...queriesWithPeople, ...friendsLists]) {
        void client.invalidateQueries({ queryKey: [name], refetchType: "none" });
      }
    },
  });
}

// Written as strings, because importing these endpoints would make the scripts of profiles larger.
export const followersOnXQueryName = "listFollowersOnX" satisfies keyof typeof importContract;
const searchPeopleName = "searchPeople" satisfies keyof typeof searchContract;
const queriesWithPeople = new Set<unknown>([
  followersOnXQueryName,
  searchPeopleName,
  ...[listFriends, listFollows, listFollowers, getUser].map(({ name }) => name),
]);

/** Updates every cached copy of an account. */
function updatePersonInCache(client: QueryClient, followState: FollowState) {
  client.setQueriesData(
    { predicate: ({ queryKey }) => queriesWithPeople.has(queryKey[0]) },
    (data) => replaceFollowState(data, followState),
  );
}

/** Returns a copy of the reply with the new state of the account wherever the account occurs. */
function replaceFollowState(data: unknown, followState: FollowState): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((entry) => replaceFollowState(entry, followState));
  if ("account" in data && "is_friend" in data) {
    if (data.account !== followState.account) return data;
    const { is_friend, followers_count } = followState;
    return { ...data, is_friend, ...("followers_count" in data && { followers_count }) };
  }
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, replaceFollowState(value, followState)]),
  );
}
