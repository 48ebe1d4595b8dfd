import { createFileRoute, notFound, Outlet, rootRouteId } from "@tanstack/react-router";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import { currentUserQuery, readUser, unreadCountsQuery } from "#features/accounts/queries.ts";
import { badgesQuery, noticeBadgeQuery } from "#features/notices/queries/badges.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { Shell } from "#widgets/shell/shell.tsx";

export const Route = createFileRoute("/$locale")({
  params: {
    parse: ({ locale }) => ({ locale: locale as Locale }),
    stringify: ({ locale }) => ({ locale }),
  },
  beforeLoad: async ({ params }) => {
    // Addresses of accounts without a locale don't get here: the server redirects them.
    if (!isLocale(params.locale)) throw notFound({ routeId: rootRouteId });
    await loadCatalog(params.locale);
  },
  loader: async ({ context: { queryClient } }) => {
    // Also the browser waits for all of these: they are part of the rendered page, and counts that arrived
    // during hydration would not match it.
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
