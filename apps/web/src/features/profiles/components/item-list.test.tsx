// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import type { Item } from "@toibako/contract/items.ts";
import { beforeEach, expect, test } from "vitest";
import { AtAddress, follow, openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { itemsQuery } from "../queries.ts";
import { ItemList } from "./item-list.tsx";

let page: TestPage;
let total: number;

beforeEach(async () => {
  page = await openPage();
  total = 8;
  page.reply = async ({ query }) => ({ status: 200, data: createListReply(Number(query?.page)) });
});

/** The server's reply with a page of three items. */
function createListReply(current_page: number) {
  const ids = Array.from({ length: total }, (_, n) => `item ${n + 1}`);
  const items = ids.slice(3 * (current_page - 1), 3 * current_page);
  const pager = { current_page, total_pages: Math.ceil(total / 3), total_count: total, limit: 3 };
  return { items: items.map((uuid_hash) => ({ uuid_hash, answer_id: uuid_hash }) as Item), pager };
}

const show = () =>
  act(async () =>
    page.show(
      <AtAddress>
        {(address) => (
          <ItemList
            query={(page) => itemsQuery("yui", page)}
            address={address}
            renderItem={({ uuid_hash }) => <a href="/en">{uuid_hash}</a>}
            empty={<p>no answers</p>}
          />
        )}
      </AtAddress>,
    ),
  );

const getStatus = () => document.querySelector("[data-status]")?.getAttribute("data-status");
const listShownItems = () =>
  [...document.querySelectorAll("li > a")].map((link) => link.textContent);
const createItemNames = (count: number) => Array.from({ length: count }, (_, n) => `item ${n + 1}`);

test("PROF-05 FEEL-06 a list grows by three items until a page has fewer than three", async () => {
  await show();
  expect([getStatus(), listShownItems()]).toEqual(["SUCCESS", createItemNames(3)]);
  await follow("Show more");
  expect([getStatus(), listShownItems()]).toEqual(["SUCCESS", createItemNames(6)]);
  await follow("Show more");
  expect([getStatus(), listShownItems()]).toEqual(["ALL_FETCHED", createItemNames(8)]);
  expect(screen.queryByRole("link", { name: "Show more" })).toBeNull();
  expect(page.calls.map(({ query }) => query?.page)).toEqual(["1", "2", "3"]);
});

test("FEEL-06 the number of added items is announced, and the first of them gets the focus", async () => {
  await show();
  await act(async () => screen.getByRole("link", { name: "Show more" }).focus());
  await follow("Show more");
  expect(document.activeElement?.textContent).toBe("item 4");
  expect(screen.getByText("3 more shown").role).toBe("status");
});

test("PROF-05 the status is LOADING, and ERROR after a failure, which can be retried", async () => {
  const defaultReply = page.reply;
  page.reply = () => undefined;
  await show();
  expect(getStatus()).toBe("LOADING");
  cleanup();
  page.client.clear();
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(getStatus()).toBe("ERROR");
  expect(screen.queryByText("no answers")).toBeNull();
  page.reply = defaultReply;
  await press("Try again");
  expect([getStatus(), listShownItems()]).toEqual(["SUCCESS", createItemNames(3)]);
});

test("FEEL-06 a further page that fails to load shows an error, and the loaded items stay", async () => {
  await show();
  const defaultReply = page.reply;
  page.reply = async () => ({ status: 500, data: null });
  await follow("Show more");
  expect([getStatus(), listShownItems()]).toEqual(["ERROR", createItemNames(3)]);
  expect(screen.getByText("The rest couldn't be loaded").role).toBe("alert");
  page.reply = defaultReply;
  // Unlike the first page, a further page is retried by a link.
  await follow("Try again");
  expect([getStatus(), listShownItems()]).toEqual(["SUCCESS", createItemNames(6)]);
  expect(screen.queryByText("The rest couldn't be loaded")).toBeNull();
});

test("FEEL-06 an item that has moved from a loaded page to the next page is shown once", async () => {
  await show();
  page.reply = async () => ({
    status: 200,
    data: {
      ...createListReply(2),
      items: ["item 3", "item 4"].map((id) => ({ uuid_hash: id, answer_id: id })),
    },
  });
  await follow("Show more");
  expect(listShownItems()).toEqual(createItemNames(4));
});

test("PROF-10 a further page is asked for by the items before it, so that deleted ones make it skip none", async () => {
  await show();
  await follow("Show more");
  await follow("Show more");
  expect(page.calls.map(({ query }) => query?.after)).toEqual([
    undefined,
    createItemNames(3).join(","),
    createItemNames(6).join(","),
  ]);
});

test("PROF-05 a list of fewer than three items is ALL_FETCHED", async () => {
  total = 2;
  await show();
  expect(getStatus()).toBe("ALL_FETCHED");
  expect(screen.queryByRole("link", { name: "Show more" })).toBeNull();
});
