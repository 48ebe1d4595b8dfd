// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { CommunityMember } from "@toibako/contract/communities/members.ts";
import { beforeEach, expect, test } from "vitest";
import type { Reply } from "#lib/http/transport.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { MembersTabs } from "./members-tabs.tsx";

let page: TestPage;
const ids = { category_id: "life", community_id: "pets" };

beforeEach(async () => {
  page = await openPage();
});

const show = (tab: "followers" | "recommended_users" | "all", isSignedIn = true) =>
  act(async () =>
    page.show(
      <ModalHost>
        <MembersTabs ids={ids} tab={tab} page={1} isSignedIn={isSignedIn} />
      </ModalHost>,
    ),
  );

function createMember(displaying_name: string, is_self = false): CommunityMember {
  const account = displaying_name.toLowerCase();
  const icon_uri = "/avatars/cat.svg";
  return {
    account,
    toibako_id: account,
    displaying_name,
    icon_uri,
    self_introduction: "",
    is_self,
  };
}

const createReply = (users: CommunityMember[], total_pages = 1, fields = {}): Reply => ({
  status: 200,
  data: {
    users,
    pager: { current_page: 1, total_pages, total_count: users.length, limit: 20 },
    ...fields,
  },
});

const listTabs = () => screen.getAllByRole("link", { name: /^(Followers|Recommended|All)$/ });

test("COMM-37 the tabs are disabled until the first fetch has ended", async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  page.reply = ({ name }) => (name === "listFollowingMembers" ? promise : undefined);
  await show("followers");
  for (const tab of listTabs()) {
    expect(tab.getAttribute("aria-disabled")).toBe("true");
    expect(fireEvent.click(tab)).toBe(false);
  }
  await act(async () => resolve(createReply([createMember("Mina")], 2, { is_link_needed: false })));
  for (const tab of listTabs()) expect(tab.getAttribute("aria-disabled")).toBeNull();
  const lists = page.calls.filter(({ name }) => name !== "getCurrentUser");
  expect(lists.map(({ name }) => name)).toEqual(["listFollowingMembers"]);
  const next = screen.getByRole("link", { name: "Next" });
  expect(next.getAttribute("href")).toMatch(/users\?tab=followers&page=2$/);
});

test("COMM-40 the tab of followers asks an account without followers and without X to link X", async () => {
  page.reply = async () => createReply([], 0, { is_link_needed: true });
  await show("followers");
  const link = screen.getByRole("link", { name: "Link X in your settings" });
  expect(link.getAttribute("href")).toBe("/en/stg?tab=sns");
});

test("COMM-40 COMM-02 the tab of followers has a text for an empty list and one for a failed call", async () => {
  page.reply = async () => createReply([], 0, { is_link_needed: false });
  await show("followers");
  expect(screen.getByText("None of your followers is here yet")).toBeTruthy();
  cleanup();
  page = await openPage();
  page.reply = async () => ({ status: 500, data: null });
  await show("followers");
  expect(screen.getByText("The members couldn't be loaded")).toBeTruthy();
});

test("COMM-38 COMM-39 a recommended member has buttons to follow and to ask, and the reader's own entry has none", async () => {
  page.reply = async ({ name }) => {
    if (name === "postFollow") {
      return { status: 200, data: { account: "mina", is_friend: true, followers_count: 1 } };
    }
    return createReply([createMember("Mina"), createMember("Yui", true)]);
  };
  await show("recommended_users");
  expect(screen.queryByRole("button", { name: /Yui/ })).toBeNull();
  await press("Follow Mina");
  expect(screen.getByRole("button", { name: "Following Mina. Press to unfollow" })).toBeTruthy();
  await press("Ask Mina");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("COMM-39 visitors see all members and no tabs", async () => {
  page.reply = async () => createReply([createMember("Mina")]);
  await show("all", false);
  expect(screen.queryByRole("link", { name: "Followers" })).toBeNull();
  expect(screen.getByRole("link", { name: "Mina" }).getAttribute("href")).toBe("/en/mina");
});
