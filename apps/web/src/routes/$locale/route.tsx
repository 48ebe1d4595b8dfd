import { createFileRoute, notFound, Outlet, rootRouteId } from "@tanstack/react-router";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import { currentUserQuery, unreadCountsQuery, userOf } from "#features/accounts/queries.ts";
import { loadCatalog } from "#lib/catalogs.ts";
import { Shell } from "./-shell/shell.tsx";

export const Route = createFileRoute("/$locale")({
  params: {
    parse: ({ locale }) => ({ locale: locale as Locale }),
    stringify: ({ locale }) => ({ locale }),
  },
  beforeLoad: async ({ params }) => {
    if (!isLocale(params.locale)) throw notFound({ routeId: rootRouteId });
    await loadCatalog(params.locale);
  },
  loader: async ({ context: { queryClient } }) => {
    const user = userOf(await queryClient.ensureQueryData(currentUserQuery()));
    // Pages for visitors are shared by all of them: their counts are asked for by the browser.
    if (user) await queryClient.ensureQueryData(unreadCountsQuery());
  },
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
