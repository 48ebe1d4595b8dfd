import { createFileRoute, notFound, Outlet, rootRouteId } from "@tanstack/react-router";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import { loadCatalog } from "#lib/catalogs.ts";

export const Route = createFileRoute("/$locale")({
  params: {
    parse: ({ locale }) => ({ locale: locale as Locale }),
    stringify: ({ locale }) => ({ locale }),
  },
  beforeLoad: async ({ params }) => {
    if (!isLocale(params.locale)) throw notFound({ routeId: rootRouteId });
    await loadCatalog(params.locale);
  },
  component: Outlet,
});
