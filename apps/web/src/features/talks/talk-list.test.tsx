// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import type { Talk } from "@toibako/contract/talks.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { AtAddress, follow, openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { TalkList } from "./components/talk-list.tsx";

let page: TestPage;
let replies: Record<string, { status: number; data: unknown }>;
const onLocked = vi.fn();
const { t } = getTexts("en");

const talk: Talk = {
  uuid: "talk-a",
  is_viewable: true,
  is_starter: false,
  is_starter_shown: false,
  partner: { displaying_name: "", icon_url: "/avatars/cat.svg", account: null },
  last_message_body: "Good evening.\nAre you there?",
  is_last_message_taken_back: false,
  is_last_message_mine: false,
  last_message_at: "2026-11-20T09:00:00Z",
  formatted_date_time: "today, 9:00",
  unread_count: 0,
  is_reported: false,
  is_muted: false,
  is_ended: false,
  is_held: false,
  messages_left: null,
  is_answered: false,
};

const listed = (talks: Partial<Talk>[], current_page = 1, total_pages = 1) => ({
  status: 200,
  data: {
    talks: talks.map((changes) => ({ ...talk, ...changes })),
    pager: { current_page, total_pages, total_count: talks.length * total_pages, limit: 20 },
    held_count: 0,
  },
});

beforeEach(async () => {
  page = await openPage();
  replies = {};
  onLocked.mockReset();
  page.reply = async ({ query }) => replies[String(query?.page)] as never;
});

const show = (current?: string) =>
  act(async () =>
    page.show(
      <AtAddress>
        {(address) => (
          <TalkList
            address={address}
            current={current}
            onLocked={onLocked}
            empty={<p>Nothing here</p>}
          />
        )}
      </AtAddress>,
    ),
  );

const listRows = () => screen.queryAllByRole("listitem");

test("TALK-01 the list shows a skeleton, and then each talk with its last message", async () => {
  page.reply = () => undefined;
  await show();
  expect(screen.getByText("Loading")).toBeTruthy();
  cleanup();
  page.reply = async () => listed([{}]);
  await page.client.resetQueries();
  await show();
  const [row] = listRows();
  expect(row?.textContent).toContain(t("talks.anonymous"));
  expect(row?.textContent).toContain("Good evening.");
  expect(row?.textContent).toContain("today, 9:00");
});

test("TALK-01 an empty list shows what its page gives it", async () => {
  replies = { "1": listed([]) };
  await show();
  expect(screen.getByText("Nothing here")).toBeTruthy();
});

test("TALK-01 a list that can't be loaded can be tried again", async () => {
  replies = { "1": { status: 500, data: null } };
  await show();
  expect(screen.getByText(t("talks.list_failed_title"))).toBeTruthy();
  replies = { "1": listed([{}]) };
  await press("Try again");
  expect(listRows()).toHaveLength(1);
});

test("TALK-01 the next page is added below, without the talk that both pages contain", async () => {
  replies = {
    "1": listed([{ uuid: "talk-a" }, { uuid: "talk-b" }], 1, 2),
    "2": listed([{ uuid: "talk-b" }, { uuid: "talk-c" }], 2, 2),
  };
  await show();
  await follow("Show more");
  expect(listRows()).toHaveLength(3);
});

test("TALK-02 a talk that can be read is a link, and the open one is marked", async () => {
  replies = { "1": listed([{ uuid: "talk-a" }, { uuid: "talk-b" }]) };
  await show("talk-b");
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/en/me/talks/talk-a",
    "/en/me/talks/talk-b",
  ]);
  expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([null, "page"]);
});

test("TALK-02 a talk that can't be read shows only its day, and asks for the plan", async () => {
  const locked = {
    is_viewable: false,
    partner: null,
    last_message_body: "",
    formatted_date_time: "November 20",
  };
  replies = { "1": listed([locked]) };
  await show();
  expect(screen.queryByRole("link")).toBeNull();
  expect(listRows()[0]?.textContent).toBe(`${t("talks.locked")}November 20`);
  await press(t("talks.locked"));
  expect(onLocked).toHaveBeenCalledOnce();
});

const yui = { displaying_name: "Yui", icon_url: "", account: "yui" };

test.each([
  { changes: { is_starter: true, partner: yui }, name: "Yui" },
  { changes: { is_starter_shown: true, partner: yui }, name: "Yui" },
  { changes: { partner: null }, name: "Anonymous" },
  { changes: { is_starter: true }, name: "Somebody who has left" },
])("TALK-31 the partner of a talk with $changes is called $name", async ({ changes, name }) => {
  replies = { "1": listed([changes]) };
  await show();
  expect(screen.getByRole("link").textContent).toBe(name);
});

test.each([
  { changes: { unread_count: 3 }, text: "3" },
  { changes: { unread_count: 11 }, text: "10+" },
  { changes: { is_muted: true }, text: "Muted" },
  { changes: { is_reported: true }, text: "Reported" },
  { changes: { is_last_message_mine: true, last_message_body: "Yes" }, text: "You: Yes" },
  {
    changes: { is_last_message_taken_back: true, last_message_body: "" },
    text: "Message taken back",
  },
  {
    changes: { last_message_at: null, last_message_body: "" },
    text: "Nothing written yet",
  },
])("TALK-01 a row with $changes shows “$text”", async ({ changes, text }) => {
  replies = { "1": listed([changes]) };
  await show();
  expect(screen.getByText(text)).toBeTruthy();
});
