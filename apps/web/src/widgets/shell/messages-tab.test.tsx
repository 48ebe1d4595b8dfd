// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { type CurrentUser, getCurrentUser, getUnreadCounts } from "@toibako/contract/accounts.ts";
import { friendsBadge, messagesBadge } from "@toibako/contract/notices.ts";
import { expect, test, vi } from "vitest";
import { badgesQuery } from "#features/notices/queries/badges.ts";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage } from "#lib/testing/page.tsx";
import { BottomNav } from "#ui/navigation/bottom-nav.tsx";
import { useDestinations } from "./destinations.tsx";

/** Reads the matched routes, which a test page has none of. */
vi.mock("./current-destination.ts", () => ({
  useCurrentDestination: () => ({ current: undefined, isAbovePage: false }),
}));

function Phone() {
  return <BottomNav label="Phone" items={useDestinations("bottom")} />;
}

/** Shows the navigation of an account; returns what the badge of a tab says. */
async function readBadge(
  messages: number,
  newPlaces: readonly string[],
  label = /Messages/,
): Promise<string | undefined> {
  const page = await openPage(bareSite, "en", "/en");
  const user = { id: "user-mina", account: "mina" } as CurrentUser;
  page.client.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY });
  page.client.setQueryData([getCurrentUser.name], { user });
  const others = { send_items: 0, received_items: 0, notices: 0, newest_unread_room: null };
  page.client.setQueryData([getUnreadCounts.name], { messages, ...others });
  const badges = newPlaces.map((keyword) => ({ keyword, uuid_hash: `badge-${keyword}` }));
  const pager = { current_page: 1, total_pages: 1, total_count: badges.length, limit: 20 };
  page.client.setQueryData(badgesQuery().queryKey, { badges, pager });
  await act(async () => page.show(<Phone />));
  const tab = screen.getByRole("link", { name: label });
  return (
    tab.querySelector("[data-badge] [aria-hidden]")?.textContent ??
    tab.querySelector("[data-badge]")?.textContent ??
    undefined
  );
}

test.each([
  { messages: 0, isNew: false, badge: undefined },
  { messages: 0, isNew: true, badge: "New" },
  { messages: 3, isNew: false, badge: "3" },
  { messages: 3, isNew: true, badge: "3" },
  { messages: 11, isNew: true, badge: "10+" },
])(
  "SHELL-12 with $messages unread messages, and “New” $isNew, the messages tab shows $badge",
  async ({ messages, isNew, badge }) => {
    expect(await readBadge(messages, isNew ? [messagesBadge] : [])).toBe(badge);
  },
);

test("NOTE-11 the friends tab shows “New” until it is opened, and marks no other tab", async () => {
  expect(await readBadge(0, [friendsBadge], /Friends/)).toBe("New");
  cleanup();
  expect(await readBadge(0, [friendsBadge])).toBe(undefined);
});
