// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { timelineBatch } from "@toibako/contract/friends/timeline.ts";
import type { Item } from "@toibako/contract/items.ts";
import { beforeEach, expect, test } from "vitest";
import type { Reply } from "#lib/http/transport.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { TimelineTab } from "./answers-tabs.tsx";

const item: Item = {
  uuid_hash: "q",
  body: "Sea or mountains?",
  image_url: "/cards/q.png",
  card_theme: "mint",
  relative_time: "now",
  answered_at: "2026-01-01T00:00:00.000Z",
  is_ad_default: true,
  is_withheld: false,
  is_deleted: false,
  associated_community: null,
  is_welcome: false,
  type: "text",
  stamp: null,
  options: null,
  locale: "en",
  answer_id: "a",
  answer_body: "The sea.",
  chosen_option: null,
  milestone: null,
  answer_likes_count: 0,
  is_liked: false,
  may_like: true,
  answered_user_account: "mina",
  answered_user_name: "Mina",
  answered_user_icon: "/icon.png",
};
const createItems = (count: number, prefix: string): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    ...item,
    uuid_hash: `${prefix}q${index + 1}`,
    answer_id: `${prefix}${index + 1}`,
  }));

let page: TestPage;
/** The replies to the timeline by `last_answer_id`; the newest answers have "". */
let replies: Record<string, Reply | undefined>;
const notFound: Reply = {
  status: 404,
  data: { error: { code: "not_found", messages: ["There is no such answer."], details: {} } },
};

beforeEach(async () => {
  page = await openPage();
  replies = {};
  page.reply = async ({ name, query }) => {
    const id = query?.last_answer_id;
    const reply = name === "listTimeline" ? replies[typeof id === "string" ? id : ""] : undefined;
    return reply ?? notFound;
  };
});

const show = () =>
  act(async () =>
    page.show(
      <ModalHost>
        <TimelineTab />
      </ModalHost>,
    ),
  );
const findStatus = () => document.querySelector("[data-status]")?.getAttribute("data-status");

test.each([
  ["NO_CONTENT", { status: 204, data: null }, "Your friends' answers will appear here"],
  ["SUCCESS", { status: 200, data: { items: [item] } }, "The sea."],
  ["FAILURE", { status: 500, data: null }, "The new answers couldn't be loaded"],
] as const)("FRND-09 the timeline has the status %s", async (status, reply, text) => {
  page.reply = () => undefined;
  await show();
  expect(findStatus()).toBeUndefined();
  cleanup();
  page.client.clear();
  page.reply = async () => reply;
  await show();
  expect(findStatus()).toBe(status);
  expect(screen.getByText(text)).toBeTruthy();
});

test("FRND-10 if its last answers were deleted, the timeline continues after the last one that still exists", async () => {
  replies[""] = { status: 200, data: { items: createItems(timelineBatch, "new") } };
  replies[`new${timelineBatch - 2}`] = { status: 200, data: { items: createItems(3, "old") } };
  await show();
  await press("Show more");
  expect(screen.getAllByRole("article").length).toBe(timelineBatch + 3);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  const calls = page.calls.filter(({ name }) => name === "listTimeline");
  expect(calls.map(({ query }) => query?.last_answer_id)).toEqual([
    undefined,
    "new20",
    "new19",
    "new18",
  ]);
});
