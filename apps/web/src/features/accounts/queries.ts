import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import {
  type CurrentUser,
  deleteIdentity,
  getCurrentUser,
  getUnreadCounts,
  listIdentities,
  login,
  logout,
  type Provider,
  register,
} from "@toibako/contract/accounts.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { api, send } from "#lib/client.ts";

/** Who is signed in changes with a whole page only; changes to the person invalidate it. */
export const currentUserQuery = () =>
  queryOptions({ ...api.query(getCurrentUser), staleTime: 300_000 });

export const unreadCountsQuery = () => api.query(getUnreadCounts);

/** The signed-in person (200), or undefined for a visitor (202, an empty answer). */
export function useCurrentUser(): CurrentUser | undefined {
  const { data } = useQuery(currentUserQuery());
  return data && userOf(data);
}

export function userOf(answer: { user: CurrentUser } | Record<never, never>) {
  return "user" in answer ? answer.user : undefined;
}

export const identitiesQuery = () => api.query(listIdentities);

/** Takes a network away; the list of them and the person both change with it. */
export async function unlinkNetwork(client: QueryClient, provider: Provider): Promise<void> {
  await send(deleteIdentity, { params: { provider } });
  await Promise.all(
    [identitiesQuery(), currentUserQuery()].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

export const signIn = (body: Input<typeof login>["body"]) => send(login, { body });

export const signUp = (body: Input<typeof register>["body"]) => send(register, { body });

export const signOut = () => send(logout, {}, { fullscreen_loader: true });
