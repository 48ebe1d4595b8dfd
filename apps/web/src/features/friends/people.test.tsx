// @vitest-environment happy-dom

import { Link } from "@tanstack/react-router";
import { act, cleanup, screen } from "@testing-library/react";
import type { Person } from "@toibako/contract/friends.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { useGrowingList } from "#lib/page/growing-list.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { FollowButton } from "./components/follow-button.tsx";
import { People } from "./components/people.tsx";
import { followersQuery } from "./queries/people.ts";

let page: TestPage;
let users: Person[];

beforeEach(async () => {
  page = await openPage();
  users = [createPerson("Mina", { is_follower: true }), createPerson("Ren", { is_friend: true })];
  page.reply = async ({ name, params }) => {
    if (name === "listFollowers") return { status: 200, data: createListReply() };
    const is_friend = name === "postFollow";
    const followers_count = is_friend ? 1 : 0;
    return { status: 200, data: { account: params?.account, is_friend, followers_count } };
  };
});

function createPerson(displaying_name: string, relation: Partial<Person> = {}): Person {
  const account = displaying_name.toLowerCase();
  const name = { account, toibako_id: account, displaying_name, icon_url: "/avatars/cat.svg" };
  const noRelation = { is_self: false, is_friend: false, is_follower: false };
  return { ...name, self_introduction: "", ...noRelation, ...relation };
}

function createListReply() {
  const pager = { current_page: 1, total_pages: 1, total_count: users.length, limit: 20 };
  return { users, pager };
}

function Followers() {
  const list = useGrowingList({ link: () => <Link to="." /> }, (page) =>
    followersQuery("yui", page),
  );
  const people = list.pages?.flatMap((page) => page.users);
  return <People people={people} first={list.first} more={list.more} empty={<p>nobody yet</p>} />;
}

const show = () => act(async () => page.show(<Followers />));
const listCalls = () =>
  page.calls.map(({ name }) => name).filter((name) => name !== "listFollowers");

test("FRND-20 FRND-21 a person whom the reader has unfollowed stays in the list and can be followed again", async () => {
  await show();
  expect(screen.getByText("Follows you")).toBeTruthy();
  await press("Following Ren. Press to unfollow");
  expect(screen.getByRole("button", { name: "Follow Ren" })).toBeTruthy();
  await press("Follow Ren");
  expect(screen.getByRole("button", { name: "Following Ren. Press to unfollow" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Follow Mina" })).toBeTruthy();
  expect(listCalls()).toEqual(["deleteFollow", "postFollow"]);
});

test("FRND-20 a refused follow shows a message and doesn't change the button", async () => {
  await show();
  const error = { code: "forbidden", messages: ["You can't do this."], details: {} };
  page.reply = async () => ({ status: 403, data: { error } });
  await press("Follow Mina");
  expect(screen.getByText("You can't do this.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Follow Mina" })).toBeTruthy();
});

test("FRND-21 a list of people says that it is empty, or that it couldn't be loaded", async () => {
  users = [];
  await show();
  expect(screen.getByText("nobody yet")).toBeTruthy();
  cleanup();
  page = await openPage();
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("The list couldn't be loaded")).toBeTruthy();
});

test("VISIT-08 a visitor's press sends nothing and opens the invitation", async () => {
  const invite = vi.fn();
  page.show(
    <FollowButton account="mina" displaying_name="Mina" is_friend={false} onVisitor={invite} />,
  );
  await press("Follow Mina");
  expect(invite).toHaveBeenCalledOnce();
  expect(page.calls).toEqual([]);
});
