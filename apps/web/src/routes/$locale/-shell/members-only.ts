import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { currentUserQuery, userOf } from "#features/accounts/queries.ts";

interface Entry {
  context: { queryClient: QueryClient };
  params: { locale: Locale };
  location: { href: string };
}

/** A route's `beforeLoad`: visitors are led to the sign-in page, and back here after it. */
export async function membersOnly({ context, params: { locale }, location }: Entry) {
  const user = userOf(await context.queryClient.ensureQueryData(currentUserQuery()));
  if (user) return;
  throw redirect({
    to: "/$locale/acc/login",
    params: { locale },
    search: { next: location.href },
  });
}
