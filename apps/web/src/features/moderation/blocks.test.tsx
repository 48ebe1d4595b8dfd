// @vitest-environment happy-dom

import { act, cleanup, screen, within } from "@testing-library/react";
import type { Block } from "@toibako/contract/moderation.ts";
import { beforeEach, expect, test } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { BlockList } from "./components/block-list.tsx";

let page: TestPage;
let blocks: Block[];
let unblockReply: { status: number; data: unknown };

beforeEach(async () => {
  page = await openPage();
  const anonymous = { account: null, displaying_name: null, icon_url: "/avatars/letter.svg" };
  const by = { is_of_talk: false };
  const date = { blocked_on: "2026-11-20", formatted_date_time: "20 Nov 2026" };
  blocks = [
    { id: "sender", ...anonymous, question_body: "Something nasty", ...by, ...date },
    {
      id: "person",
      account: "kenta",
      displaying_name: "Kenta",
      icon_url: "/avatars/cat.svg",
      question_body: null,
      ...by,
      ...date,
    },
    { id: "starter", ...anonymous, question_body: null, is_of_talk: true, ...date },
  ];
  unblockReply = { status: 204, data: null };
  page.reply = async ({ name, query }) =>
    name === "listBlocks" ? createListReply(Number(query?.page ?? 1)) : unblockReply;
});

function createListReply(current_page: number) {
  const pager = { current_page, total_pages: 1, total_count: blocks.length, limit: 20 };
  return { status: 200, data: { blocks, pager } };
}

const show = () => act(async () => page.show(<BlockList />));
const pressInDialog = async (name: string) => {
  const dialog = await screen.findByRole("alertdialog");
  await act(async () => within(dialog).getByRole("button", { name }).click());
};

test("BOX-15 SET-16 the list names a blocked account, but of a blocked sender it shows only a question, which a press uncovers", async () => {
  await show();
  const [sender, person, starter] = screen.getAllByRole("listitem");
  expect(sender?.textContent).toContain("Anonymous sender");
  expect(sender?.textContent).toContain("Blocked 20 Nov 2026");
  expect(sender?.textContent).not.toContain("nasty");
  expect(person?.textContent).toContain("Kenta@kenta");
  expect(starter?.textContent).toContain("Anonymous person in a conversation");
  await press("Show the beginning");
  expect(screen.getByText("Something nasty")).toBeTruthy();
  await press("Hide");
  expect(screen.queryByText("Something nasty")).toBeNull();
});

test("BOX-15 SET-16 a block is removed after a confirmation, and leaves the list", async () => {
  await show();
  await press("Unblock Kenta");
  await pressInDialog("Cancel");
  expect(page.calls.filter(({ name }) => name === "deleteBlock")).toEqual([]);
  await press("Unblock Kenta");
  blocks = blocks.slice(0, 1);
  await pressInDialog("Unblock");
  expect(page.calls.find(({ name }) => name === "deleteBlock")).toMatchObject({
    params: { id: "person" },
  });
  expect(screen.getByText("Unblocked")).toBeTruthy();
  expect(screen.queryByText("Kenta")).toBeNull();
});

test("BOX-15 a block that can't be removed stays in the list, and the reason is shown", async () => {
  await show();
  const error = { code: "overloaded", messages: ["We are busy."], details: {} };
  unblockReply = { status: 503, data: { error } };
  await press("Unblock Kenta");
  await pressInDialog("Unblock");
  expect(screen.getByText("We are busy.")).toBeTruthy();
  expect(screen.getByText("Kenta")).toBeTruthy();
});

test("BOX-15 the list says that it is empty, or that it couldn't be loaded", async () => {
  blocks = [];
  await show();
  expect(screen.getByText("You haven't blocked anyone")).toBeTruthy();
  cleanup();
  page.client.clear();
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("The list couldn't be loaded")).toBeTruthy();
});
