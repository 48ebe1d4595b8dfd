import { createFileRoute, Outlet, useMatches } from "@tanstack/react-router";
import { requireSession } from "#features/accounts/queries.ts";
import { talksQuery } from "#features/talks/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { TalksPage } from "#widgets/talks/talks-page.tsx";

export const Route = createFileRoute("/$locale/me/talks")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  beforeLoad: requireSession,
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map(talksQuery)),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.messages"), noindex: true }),
  component: Talks,
});

function Talks() {
  const pages = Route.useSearch();
  const child = useMatches({ select: (matches) => matches.at(-1) });
  // Without a child route, the address is unknown. The not-found page has a shell of its own.
  if (child?.routeId === Route.id) return <Outlet />;
  const uuid = child && "uuid" in child.params ? child.params.uuid : undefined;
  return (
    <TalksPage current={uuid} pages={pages}>
      <Outlet />
    </TalksPage>
  );
}
