// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import type { FollowerOnX } from "@toibako/contract/friends/import.ts";
import { beforeEach, expect, test } from "vitest";
import type { Reply } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { FollowersOnX } from "./followers-on-x.tsx";

let page: TestPage;
/** The reply to `listFollowersOnX`; if it is undefined, the call never ends. */
let reply: Promise<Reply> | undefined;

beforeEach(async () => {
  page = await openPage();
  reply = undefined;
  page.reply = ({ name }) => (name === "listFollowersOnX" ? reply : undefined);
});

const show = () => act(async () => page.show(<FollowersOnX tab="completed" page={3} />));

function replyWith(followers: FollowerOnX[]): void {
  const pager = { current_page: 3, total_pages: 3, total_count: 30, limit: 10 };
  reply = Promise.resolve({ status: 200, data: { followers, pager } });
}

const createFollower = (nickname: string, self_introduction: string): FollowerOnX => ({
  displaying_name: nickname,
  nickname,
  self_introduction,
  profile_image_data: null,
});

const findLink = (name: string) => screen.getByRole("link", { name });

test("FRND-02 a tab leads to the first page of its list", async () => {
  replyWith([]);
  await show();
  expect(findLink("Not here yet").getAttribute("href")).toMatch(/\?tab=pending&page=1$/);
  expect(findLink("Here already").getAttribute("href")).toMatch(/\?tab=completed&page=1$/);
});

test("FRND-02 the tabs are disabled while a list is loading", async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  reply = promise;
  await show();
  for (const name of ["Here already", "Not here yet"]) {
    expect(findLink(name).getAttribute("aria-disabled")).toBe("true");
    // `fireEvent` returns false if the press was prevented.
    expect(fireEvent.click(findLink(name))).toBe(false);
  }
  const pager = { current_page: 3, total_pages: 0, total_count: 0, limit: 10 };
  await act(async () => resolve({ status: 200, data: { followers: [], pager } }));
  for (const name of ["Here already", "Not here yet"]) {
    expect(findLink(name).getAttribute("aria-disabled")).toBeNull();
  }
});

test("FRND-06 an introduction is cut at 40 characters, and the text 'null' is not shown", async () => {
  const family = "👩‍👩‍👧‍👦";
  replyWith([
    createFollower("long", "a".repeat(41)),
    createFollower("exact", "b".repeat(40)),
    createFollower("emoji", family.repeat(41)),
    createFollower("empty", "null"),
    createFollower("similar", "null and void"),
  ]);
  await show();
  expect(screen.getByText(`${"a".repeat(40)}…`)).toBeTruthy();
  expect(screen.getByText("b".repeat(40))).toBeTruthy();
  expect(screen.getByText(`${family.repeat(40)}…`)).toBeTruthy();
  expect(screen.queryByText("null")).toBeNull();
  expect(screen.getByText("null and void")).toBeTruthy();
});

test("FRND-07 the name of a follower with an account links to the account; the name of one without links to X, beside a button for a post that names the follower and links to the reader's box", async () => {
  page.client.setQueryData([getCurrentUser.name], { user: { account: "yui" } });
  replyWith([
    {
      ...createFollower("mina_draws", ""),
      displaying_name: "Mina",
      associated_toibako_account: {
        toibako_id: "mina",
        account: "mina",
        icon_url: "/icon.png",
        is_friend: false,
      },
    },
    { ...createFollower("sora/空", ""), displaying_name: "Sora" },
  ]);
  await show();
  expect(findLink("Mina").getAttribute("href")).toBe("/en/mina");
  expect(screen.getByText("@mina")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Invite Mina on X" })).toBeNull();
  expect(findLink("Sora").getAttribute("href")).toBe("https://x.com/sora%2F%E7%A9%BA");
  const post = new URL(findLink("Invite Sora on X").getAttribute("href") ?? "");
  expect(post.origin + post.pathname).toBe("https://x.com/intent/post");
  expect(post.searchParams.get("url")).toBe("http://toibako.test/en/yui");
  expect(post.searchParams.get("text")).toContain("@sora/空");
  expect(post.searchParams.get("hashtags")).toBe("toibako");
});

test("FRND-08 a failure shows the server's message", async () => {
  const error = { code: "too_many", messages: ["Please wait a moment."], details: {} };
  reply = Promise.resolve({ status: 429, data: { error } });
  await show();
  expect(screen.getByRole("heading", { name: "Please wait a moment." })).toBeTruthy();
  expect(screen.queryByText("Something went wrong")).toBeNull();
});

test.each([
  ["a reply without a message", Promise.resolve<Reply>({ status: 500, data: null })],
  ["no reply", undefined],
])(
  "FRND-08 after %s, the page shows its own text of an error and can retry",
  async (_name, failedReply) => {
    reply = failedReply ?? Promise.reject(new TypeError("Failed to fetch"));
    await show();
    expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeTruthy();
    replyWith([createFollower("mina", "")]);
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
    expect(screen.getByText("@mina")).toBeTruthy();
  },
);

test("FRND-08 the page's own text of an error in Japanese is エラーが発生しました", async () => {
  await loadCatalog("ja");
  reply = Promise.resolve({ status: 500, data: null });
  await act(async () =>
    page.show(
      <I18nProvider locale="ja">
        <FollowersOnX tab="completed" page={3} />
      </I18nProvider>,
    ),
  );
  expect(screen.getByRole("heading", { name: "エラーが発生しました" })).toBeTruthy();
});
