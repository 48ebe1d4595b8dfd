import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import {
  type CurrentUser,
  deleteIdentity,
  getCurrentUser,
  getUnreadCounts,
  getVisitorState,
  listIdentities,
  login,
  type Provider,
  register,
} from "@toibako/contract/accounts.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  getPasswordReset,
  postPasswordReset,
  putPassword,
  putPasswordReset,
} from "@toibako/contract/passwords.ts";
import { api, send } from "#lib/http/client.ts";
import { buildSignInQuery, type SignInOptions } from "#lib/http/sign-in-options.ts";
import { openStaleTabDialog } from "#lib/http/stale-tab.ts";

/** Milliseconds. */
const currentUserStaleTime = 300_000;

/**
 * The account of the session. It may stay cached for long: signing in loads a whole page, and mutations that
 * change the account invalidate this query.
 */
export const currentUserQuery = () =>
  queryOptions({
    ...api.query(getCurrentUser),
    queryFn: readCurrentUser,
    staleTime: currentUserStaleTime,
  });

/**
 * Keeps the account of a page whose session has ended. Otherwise the page would become that of a visitor and
 * lose the typed text. A dialog then asks which account to use, unless the reader has dismissed it.
 */
async function readCurrentUser({ client }: { client: QueryClient }) {
  const reply = await api.read(client, getCurrentUser);
  const cachedReply = client.getQueryData(api.query(getCurrentUser).queryKey);
  if (!cachedReply || !readUser(cachedReply) || readUser(reply)) return reply;
  void openStaleTabDialog({ opensAgainAfterDismissal: false });
  return cachedReply;
}

export const unreadCountsQuery = () => api.query(getUnreadCounts);

/**
 * Reads what a public page shows to this visitor alone: the unread counts, and which of these answers the
 * visitor likes. The endpoint takes at most `maxVisitorAnswers` ids.
 */
export const readVisitorState = (client: QueryClient, answer_ids: readonly string[]) =>
  api.read(client, getVisitorState, { query: { answer_ids: answer_ids.join(",") } });

/** The account of the session (200), or undefined for a visitor (202 with an empty body). */
export function useCurrentUser(): CurrentUser | undefined {
  const { data } = useQuery(currentUserQuery());
  return data && readUser(data);
}

/** Returns the account in a reply of `getCurrentUser`; undefined for a visitor. */
export function readUser(reply: { user: CurrentUser } | Record<never, never>) {
  return "user" in reply ? reply.user : undefined;
}

interface BeforeLoad {
  context: { queryClient: QueryClient };
  params: { locale: Locale };
  location: { href: string };
}

/** A route's `beforeLoad` that sends visitors to the login page, which leads back after login. */
export async function requireSession({ context, params: { locale }, location }: BeforeLoad) {
  const user = readUser(await context.queryClient.ensureQueryData(currentUserQuery()));
  if (user) return;
  throw redirect({
    to: "/$locale/acc/login",
    params: { locale },
    search: { next: location.href },
  });
}

export const identitiesQuery = () => api.query(listIdentities);

/** Unlinks a provider and refetches the list of linked providers and the account. */
export async function unlinkProvider(client: QueryClient, provider: Provider): Promise<void> {
  await send(deleteIdentity, { params: { provider } });
  await Promise.all(
    [identitiesQuery(), currentUserQuery()].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

export const signIn = (body: Input<typeof login>["body"], options: SignInOptions = {}) =>
  send(login, { body, ...buildSignInQuery(options) });

export const signUp = (
  body: Input<typeof register>["body"],
  options: SignInOptions,
  idempotency_key: string,
) => send(register, { body, ...buildSignInQuery(options) }, { idempotency_key });

export const passwordResetQuery = (token: string) =>
  api.query(getPasswordReset, { params: { token } });

export const requestPasswordReset = (account_or_email: string) =>
  send(postPasswordReset, { body: { account_or_email } });

export const resetPassword = (token: string, password: string) =>
  send(putPasswordReset, { params: { token }, body: { password } });

export const changePassword = (body: Input<typeof putPassword>["body"]) =>
  send(putPassword, { body });
