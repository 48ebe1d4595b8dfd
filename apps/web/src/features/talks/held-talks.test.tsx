// @vitest-environment happy-dom

import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { HeldTalks } from "./components/held-talks.tsx";

let page: TestPage;
let talks: object[];
const onReport = vi.fn();
const { t } = getTexts("en");

const held = {
  uuid: "talk-a",
  is_viewable: true,
  is_starter: false,
  is_starter_shown: false,
  partner: { displaying_name: "", icon_url: "", account: null },
  last_message_body: "Who are you?",
  is_last_message_taken_back: false,
  last_message_at: "2026-11-20T09:00:00Z",
  formatted_date_time: "today, 9:00",
  is_held: true,
};

beforeEach(async () => {
  page = await openPage();
  talks = [held];
  onReport.mockReset();
  page.reply = async ({ name }) => {
    if (name === "listTalks") {
      const pager = { current_page: 1, total_pages: 1, total_count: talks.length, limit: 20 };
      return { status: 200, data: { talks, pager, held_count: talks.length } };
    }
    talks = [];
    if (name === "releaseTalk") return { status: 200, data: { talk: { ...held, is_held: false } } };
    return { status: 204, data: null };
  };
});

const show = (count = 1) =>
  act(async () => page.show(<HeldTalks count={count} onReport={onReport} />));
const open = (count: string) => press(t("talks.held_open", { count }));
const listCalls = () => page.calls.map(({ name }) => name);

test("without waiting talks, their part isn't shown", async () => {
  await show(0);
  expect(screen.queryByRole("button")).toBeNull();
});

test("the waiting talks are read only when their part is opened, and counted to ten", async () => {
  await show(11);
  expect(page.calls).toEqual([]);
  await open("10+");
  expect(page.calls).toEqual([{ name: "listTalks", query: { page: "1", held: "true" } }]);
  expect(screen.getByText(t("talks.anonymous"))).toBeTruthy();
});

test("the text of a waiting talk is covered until the reader wants to read it", async () => {
  await show();
  await open("1");
  expect(screen.queryByText("Who are you?")).toBeNull();
  await press(t("talks.uncover"));
  expect(screen.getByText("Who are you?")).toBeTruthy();
  await press(t("talks.cover"));
  expect(screen.queryByText("Who are you?")).toBeNull();
});

test("an accepted talk leaves the waiting ones", async () => {
  await show();
  await open("1");
  await press(t("talks.release"));
  expect(listCalls()).toEqual(["listTalks", "releaseTalk", "listTalks"]);
  expect(screen.queryByText(t("talks.anonymous"))).toBeNull();
});

test("TALK-33 a waiting talk is removed after a confirmation", async () => {
  await show();
  await open("1");
  await press(t("talks.remove"));
  const dialog = await screen.findByRole("alertdialog");
  expect(listCalls()).toEqual(["listTalks"]);
  const confirm = [...dialog.querySelectorAll("button")].at(-1);
  await act(async () => confirm?.click());
  expect(listCalls()).toContain("removeTalk");
});

test("TALK-23 a waiting talk can be reported", async () => {
  await show();
  await open("1");
  await press(t("talks.report"));
  expect(onReport).toHaveBeenCalledWith(held);
});
