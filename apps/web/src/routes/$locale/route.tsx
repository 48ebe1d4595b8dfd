import { createFileRoute, notFound, Outlet, redirect, rootRouteId } from "@tanstack/react-router";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import { currentUserQuery, readUser, unreadCountsQuery } from "#features/accounts/queries.ts";
import { badgesQuery, noticeBadgeQuery } from "#features/notices/queries/badges.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { needsOtherDocument } from "#lib/page/card-form.ts";
import { Shell } from "#widgets/shell/shell.tsx";

export const Route = createFileRoute("/$locale")({
  params: {
    parse: ({ locale }) => ({ locale: locale as Locale }),
    stringify: ({ locale }) => ({ locale }),
  },
  beforeLoad: async ({ params, location: { href }, preload }) => {
    if (!preload && needsOtherDocument(href)) throw redirect({ href, reloadDocument: true });
    // The server redirects an account's address without a locale, such as `/yui`, so it doesn't get here.
    if (!isLocale(params.locale)) throw notFound({ routeId: rootRouteId });
    await loadCatalog(params.locale);
  },
  loader: async ({ context: { queryClient } }) => {
    // The browser waits for these queries as the server does. Otherwise newer counts could arrive during hydration
    // and differ from those in the server's HTML.
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
