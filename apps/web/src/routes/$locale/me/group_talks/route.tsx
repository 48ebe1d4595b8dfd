import { createFileRoute, Outlet, useMatches } from "@tanstack/react-router";
import { currentUserQuery, readUser, useCurrentUser } from "#features/accounts/queries.ts";
import { joinableRoomsQuery, offersRooms, roomsQuery } from "#features/rooms/queries/lists.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { TalksPage } from "#widgets/talks/talks-page.tsx";

export const Route = createFileRoute("/$locale/me/group_talks")({
  loader: async ({ context: { queryClient }, params: { locale } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (!user) return;
    const joinable = offersRooms(locale) && user.birthday !== null;
    await prefetchLists(
      queryClient,
      roomsQuery(1, locale),
      ...(joinable ? [joinableRoomsQuery(locale)] : []),
    );
  },
  component: Rooms,
});

/** The list of rooms with the open one beside it; for visitors, who may see a room too, a page without a list. */
function Rooms() {
  const user = useCurrentUser();
  const child = useMatches({ select: (matches) => matches.at(-1) });
  // Without a child route, the address is unknown. The not-found page has a shell of its own.
  if (child?.routeId === Route.id) return <Outlet />;
  if (!user) {
    return (
      <ShellPage>
        <Outlet />
      </ShellPage>
    );
  }
  const uuid = child && "uuid" in child.params ? child.params.uuid : undefined;
  return (
    <TalksPage tab="rooms" current={uuid} pages={{}}>
      <Outlet />
    </TalksPage>
  );
}
