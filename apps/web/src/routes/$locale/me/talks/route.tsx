import { createFileRoute, Outlet, useMatches } from "@tanstack/react-router";
import { currentUserQuery, readUser, requireSession } from "#features/accounts/queries.ts";
import { joinableRoomsQuery, offersRooms, roomsQuery } from "#features/rooms/queries/lists.ts";
import { talksQuery } from "#features/talks/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { TalksPage } from "#widgets/talks/talks-page.tsx";

interface TalksSearch extends PageSearch {
  /** Shows the rooms instead of the talks. */
  tab?: "rooms";
}

export const Route = createFileRoute("/$locale/me/talks")({
  validateSearch: (search: Record<string, unknown>): TalksSearch => ({
    ...validatePageSearch(search),
    ...(search.tab === "rooms" && { tab: "rooms" }),
  }),
  loaderDeps: ({ search }) => ({ tab: search.tab, pages: getPageNumbers(search) }),
  beforeLoad: requireSession,
  loader: ({ context: { queryClient: client }, params: { locale }, deps: { tab, pages } }) => {
    const account = client.getQueryData(currentUserQuery().queryKey);
    const hasBirthday = account && readUser(account)?.birthday != null;
    return prefetchLists(
      client,
      ...(tab === "rooms" ? pages.map((page) => roomsQuery(page, locale)) : pages.map(talksQuery)),
      // Where no rooms are offered, the tabs need to know whether the account is in one.
      ...(tab !== "rooms" && !offersRooms(locale) ? [roomsQuery(1, locale)] : []),
      ...(hasBirthday && offersRooms(locale) ? [joinableRoomsQuery(locale)] : []),
    );
  },
  head: ({ params: { locale }, match: { search } }) => {
    const title = search.tab === "rooms" ? "rooms.tab_rooms" : "shell.messages";
    return buildPageHead({ locale, title: getTexts(locale).t(title), noindex: true });
  },
  component: Talks,
});

function Talks() {
  const { tab, ...pages } = Route.useSearch();
  const child = useMatches({ select: (matches) => matches.at(-1) });
  // Without a child route, the address is unknown. The not-found page has a shell of its own.
  if (child?.routeId === Route.id) return <Outlet />;
  const uuid = child && "uuid" in child.params ? child.params.uuid : undefined;
  return (
    <TalksPage
      tab={uuid === undefined && tab === "rooms" ? "rooms" : "talks"}
      current={uuid}
      pages={pages}
    >
      <Outlet />
    </TalksPage>
  );
}
