// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { type CurrentUser, getCurrentUser, getUnreadCounts } from "@toibako/contract/accounts.ts";
import { expect, test, vi } from "vitest";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage } from "#lib/testing/page.tsx";
import { BottomNav } from "#ui/navigation/bottom-nav.tsx";
import { Rail } from "#ui/navigation/rail.tsx";
import { useDestinations } from "./destinations.tsx";

/** Reads the matched routes, which a test page has none of. */
vi.mock("./current-destination.ts", () => ({
  useCurrentDestination: () => ({ current: undefined, isAbovePage: false }),
}));

function Phone() {
  return <BottomNav label="Phone" items={useDestinations("bottom")} />;
}
function Wide() {
  return <Rail label="Wide" items={useDestinations("rail")} />;
}

async function show(newest_unread_room: string | null, path = "/en") {
  const page = await openPage(bareSite, "en", path);
  const user = { id: "user-mina", account: "mina" } as CurrentUser;
  page.client.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY });
  page.client.setQueryData([getCurrentUser.name], { user });
  const counts = { send_items: 0, received_items: 0, messages: 2, notices: 0, newest_unread_room };
  page.client.setQueryData([getUnreadCounts.name], counts);
  await act(async () =>
    page.show(
      <>
        <Phone />
        <Wide />
      </>,
    ),
  );
}
const listLinks = () =>
  screen
    .queryAllByRole("link", { name: "New message in a room" })
    .map((link) => link.getAttribute("href"));

test("SHELL-12 “new message” leads to the room with the newest unread message, on phones and in the rail", async () => {
  await show("room-a");
  expect(listLinks()).toEqual(["/en/me/group_talks/room-a", "/en/me/group_talks/room-a"]);
});

test("SHELL-12 without an unread message in a room there is no such link", async () => {
  await show(null);
  expect(listLinks()).toEqual([]);
});

test("SHELL-12 the link is hidden in the room to which it leads, and shown in another one", async () => {
  await show("room-a", "/en/me/group_talks/room-a");
  expect(listLinks()).toEqual([]);
  cleanup();
  await show("room-a", "/en/me/group_talks/room-b");
  expect(listLinks()).toHaveLength(2);
});
