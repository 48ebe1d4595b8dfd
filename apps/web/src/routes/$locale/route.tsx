import { createFileRoute, notFound, Outlet, redirect, rootRouteId } from "@tanstack/react-router";
import { handlePattern, isReservedHandle } from "@toibako/contract/handles.ts";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import { currentUserQuery, readUser, unreadCountsQuery } from "#features/accounts/queries.ts";
import { badgesQuery, noticeBadgeQuery } from "#features/notices/queries.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { Shell } from "#widgets/shell/shell.tsx";

export const Route = createFileRoute("/$locale")({
  params: {
    parse: ({ locale }) => ({ locale: locale as Locale }),
    stringify: ({ locale }) => ({ locale }),
  },
  beforeLoad: async ({ params, context, location }) => {
    if (!isLocale(params.locale)) throw addLocale(params.locale, context.locale, location.href);
    await loadCatalog(params.locale);
  },
  loader: async ({ context: { queryClient } }) => {
    // All are part of the rendered page; counts that arrive during hydration would not match it.
    const counts = queryClient.prefetchQuery(unreadCountsQuery());
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    await Promise.all([
      counts,
      user && queryClient.prefetchQuery(noticeBadgeQuery()),
      user && queryClient.prefetchQuery(badgesQuery()),
    ]);
  },
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});

const handle = new RegExp(handlePattern);

/** Redirects `/{account}` to the profile in the reader's locale; other paths are not found. */
function addLocale(segment: string, locale: Locale, href: string) {
  return handle.test(segment) && !isReservedHandle(segment)
    ? redirect({ href: `/${locale}${href}`, statusCode: 302 })
    : notFound({ routeId: rootRouteId });
}
