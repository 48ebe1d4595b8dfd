import { createFileRoute, redirect } from "@tanstack/react-router";

// Who shortens the address of a room gets the list of rooms.
export const Route = createFileRoute("/$locale/me/group_talks/")({
  beforeLoad: ({ params: { locale } }) => {
    throw redirect({
      to: "/$locale/me/talks",
      params: { locale },
      search: { tab: "rooms" },
      replace: true,
    });
  },
});
