// @vitest-environment happy-dom

import { useQuery } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import type { Community } from "@toibako/contract/communities.ts";
import { useState } from "react";
import { beforeEach, expect, type Mock, test, vi } from "vitest";
import type { Reply } from "#lib/http/transport.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { CommunityCard } from "./components/community-card.tsx";
import { CommunityList } from "./components/community-list.tsx";
import { JoinToggle } from "./components/join-toggle.tsx";
import { SuggestionForm, type SuggestionFormProps } from "./components/suggestion-form.tsx";
import { communityQuery, getIds, joinedCommunitiesQuery } from "./queries.ts";

let page: TestPage;
let onJoined: Mock<() => void>;

beforeEach(async () => {
  page = await openPage();
  onJoined = vi.fn<() => void>();
});

function createCommunity(id: string, fields: Partial<Community> = {}): Community {
  return {
    id,
    category_id: "life",
    category_name: "Life",
    name: id,
    description: `About ${id}`,
    icon_uri: `/pictures/${id}.svg`,
    main_image_uri: `/pictures/${id}-banner.svg`,
    members_count: 1200,
    questions_count: 1,
    is_popular: false,
    recommended_members: [],
    is_joined: false,
    is_muted: false,
    ...fields,
  };
}

const pets = createCommunity("pets");

function Toggle() {
  const { data } = useQuery({ ...communityQuery(getIds(pets)), enabled: false });
  return data && <JoinToggle community={data.community} onJoined={onJoined} />;
}

function showToggle(community: Community) {
  const { queryKey } = communityQuery(getIds(pets));
  page.client.setQueryData(queryKey, { community, rules: "" });
  return act(async () => page.show(<Toggle />));
}

const createMembershipReply = (is_joined: boolean) => ({
  status: 200,
  data: { community: { ...pets, is_joined }, remaining: 2 },
});
const createRefusal = (code: string, message: string) => ({
  status: 422,
  data: { error: { code, messages: [message], details: {} } },
});
const listCalls = () => page.calls.map(({ name }) => name);

test("COMM-08 a second press before the server has replied is ignored", async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  page.reply = () => promise;
  await showToggle(pets);
  await press("Join pets");
  const button = screen.getByRole("button", { name: "Joined pets. Press to leave" });
  await act(async () => void fireEvent.click(button));
  expect(listCalls()).toEqual(["joinCommunity"]);
  await act(async () => resolve(createMembershipReply(true)));
  expect(onJoined).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Joined pets. Press to leave" })).toBeTruthy();
});

function JoinedCount() {
  return <p>{useQuery(joinedCommunitiesQuery()).data?.communities.length}</p>;
}

test("COMM-08 the joined list is fetched again after joining", async () => {
  let communities: Community[] = [];
  page.reply = async ({ name }) => {
    if (name === "listJoinedCommunities") {
      return { status: 200, data: { communities, remaining: 3 } };
    }
    communities = [pets];
    return createMembershipReply(true);
  };
  await act(async () =>
    page.show(
      <>
        <JoinToggle community={pets} />
        <JoinedCount />
      </>,
    ),
  );
  expect(screen.getByText("0")).toBeTruthy();
  await press("Join pets");
  expect(await screen.findByText("1")).toBeTruthy();
});

test("COMM-09 COMM-10 when the server refuses a fourth community, its message is shown, and the button offers to join again", async () => {
  page.reply = async () => createRefusal("communities_full", "You can join three at most.");
  await showToggle(pets);
  await press("Join pets");
  expect(screen.getByText("You can join three at most.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Join pets" })).toBeTruthy();
  expect(onJoined).not.toHaveBeenCalled();
});

test("COMM-06 a button in the toast about leaving joins the community again", async () => {
  page.reply = async ({ name }) => createMembershipReply(name === "joinCommunity");
  await showToggle({ ...pets, is_joined: true });
  await press("Joined pets. Press to leave");
  expect(screen.getByRole("button", { name: "Join pets" })).toBeTruthy();
  await press("Undo");
  expect(listCalls()).toEqual(["leaveCommunity", "joinCommunity"]);
  expect(screen.getByRole("button", { name: "Joined pets. Press to leave" })).toBeTruthy();
  expect(onJoined).not.toHaveBeenCalled();
});

test("COMM-06 a visitor's press sends nothing and opens the invitation", async () => {
  const invite = vi.fn();
  page.show(<JoinToggle community={pets} onVisitor={invite} />);
  await press("Join pets");
  expect(invite).toHaveBeenCalledOnce();
  expect(page.calls).toEqual([]);
});

test("COMM-03 COMM-04 a card cuts a long name except for screen readers, and links to the page, members and questions", () => {
  const community = createCommunity("cats", { name: "Cats 👩‍👩‍👧 and dogs" });
  page.show(<CommunityCard community={community} joinButton={null} />);
  expect(screen.getByText("#Cats 👩‍👩‍👧 an…").getAttribute("aria-hidden")).toBe("true");
  const hrefs = screen
    .getAllByRole("link")
    .map((link) => [link.textContent.replace(/^.*…/, ""), link.getAttribute("href")]);
  const path = "/en/communities/cats/categories/life";
  expect(hrefs).toEqual([
    ["#Cats 👩‍👩‍👧 and dogs", path],
    // Each number is in the text twice: as it is shown, and with a word for screen readers.
    ["1,2001,200 members", `${path}/users`],
    ["11 question", `${path}/items`],
  ]);
});

test("COMM-33 a list marks only the first three of its popular communities", () => {
  const communities = ["a", "b", "c", "d", "e"].map((id) =>
    createCommunity(id, { is_popular: id !== "b" }),
  );
  page.show(
    <CommunityList
      communities={communities}
      query={{ isError: false, isFetching: false, refetch: vi.fn() }}
      empty={null}
      renderCard={(community, hasPopularMark) => (
        <CommunityCard community={community} hasPopularMark={hasPopularMark} joinButton={null} />
      )}
    />,
  );
  const marks = screen
    .getAllByRole("article")
    .map((card) => (card.textContent.includes("Popular") ? "marked" : ""));
  expect(marks).toEqual(["marked", "", "marked", "marked", ""]);
});

test("COMM-03 the card of a joined community shows members and links to the recommended ones", () => {
  const members = [{ icon_uri: "/avatars/cat.svg", displaying_name: "Mina" }];
  page.show(
    <CommunityCard community={{ ...pets, is_joined: true }} joinButton={null} members={members} />,
  );
  const link = screen.getByRole("link", { name: /Mina/ });
  expect(link.getAttribute("href")).toBe(
    "/en/communities/pets/categories/life/users?tab=recommended_users",
  );
  expect(screen.queryByText("About pets")).toBeNull();
});

const suggestions = ["a", "b", "c", "d"].map((id) => createCommunity(id));

function TickableSuggestions(props: Pick<SuggestionFormProps, "joined" | "remaining">) {
  const [ticked, setTicked] = useState<string[]>([]);
  const ticks = { ticked, onTick: setTicked };
  return <SuggestionForm communities={suggestions} onDone={onJoined} {...ticks} {...props} />;
}

const tick = (id: string) =>
  act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: `#${id}` })));
const isDisabled = (id: string) =>
  screen.getByRole<HTMLInputElement>("checkbox", { name: `#${id}` }).disabled;

test("START-07 START-14 at three ticked communities the others are disabled, and all three are joined at once", async () => {
  page.reply = async () => ({ status: 200, data: { communities: [], remaining: 0 } });
  page.show(<TickableSuggestions remaining={3} />);
  for (const id of ["a", "b", "c"]) await tick(id);
  expect(["a", "d"].map(isDisabled)).toEqual([false, true]);
  await tick("a");
  expect(isDisabled("d")).toBe(false);
  await tick("d");
  await press("Join and continue");
  expect(page.calls.map(({ name, body }) => [name, body])).toEqual([
    ["joinCommunities", { community_ids: ["b", "c", "d"] }],
  ]);
  expect(onJoined).toHaveBeenCalledOnce();
});

test("START-14 START-15 without a tick the form sends nothing and continues", async () => {
  page.show(<TickableSuggestions remaining={3} />);
  await press("Continue");
  expect(page.calls).toEqual([]);
  expect(onJoined).toHaveBeenCalledOnce();
});

test("START-15 an account with the maximum number of communities sees them ticked, and a link to leave one", async () => {
  page.show(<TickableSuggestions joined={[pets]} remaining={0} />);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "#pets" }).checked).toBe(true);
  expect(["pets", "a"].map(isDisabled)).toEqual([true, true]);
  const list = screen.getByRole("link", { name: "the communities you've joined" });
  expect(list.getAttribute("href")).toBe("/en/communities");
});

test("START-15 when joining fails, an error bar is shown and the ticks stay", async () => {
  page.reply = async () => ({ status: 500, data: null });
  page.show(<TickableSuggestions remaining={3} />);
  await tick("a");
  await press("Join and continue");
  expect(screen.getByText("The request failed. Please try again.")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "#a" }).checked).toBe(true);
  expect(onJoined).not.toHaveBeenCalled();
});
