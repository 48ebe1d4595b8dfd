// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { type Notice, noticeKinds } from "@toibako/contract/notices.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { AtAddress, follow, openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { NoticeList } from "./components/notice-list.tsx";
import { useNoticeBadge } from "./queries/badges.ts";
import { refreshNotices } from "./queries/notices.ts";

let page: TestPage;
let notices: Notice[];
let openedAddresses: string[];
let deletionReply: { status: number; data: unknown };

beforeEach(async () => {
  page = await openPage();
  notices = [];
  openedAddresses = [];
  deletionReply = { status: 204, data: null };
  page.reply = async ({ name, params, query, body }) => {
    if (name === "markSeen") return markSeen(body);
    if (name === "deleteNotice") return deleteStoredNotice(params?.id);
    return { status: 200, data: createListReply(Number(query?.page)) };
  };
});

function markSeen(body: unknown) {
  const ids = (body as { notices: string[] }).notices;
  notices = notices.map((notice) => ({
    ...notice,
    is_new: notice.is_new && !ids.includes(notice.id),
  }));
  return { status: 204, data: null };
}

/** Replaces the browser's observer; returns a function that shows an element until it counts as seen. */
function stubIntersectionObserver() {
  let notify: (entries: object[]) => void = () => {};
  class Observer {
    constructor(callback: (entries: object[]) => void) {
      notify = callback;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  return async (target: Element | undefined) => {
    vi.useFakeTimers();
    notify([{ target, intersectionRatio: 1, intersectionRect: { height: 9 }, rootBounds: null }]);
    await act(async () => vi.advanceTimersByTime(1_500));
    vi.useRealTimers();
    await act(async () => {});
  };
}

function deleteStoredNotice(id: unknown) {
  if (deletionReply.status === 204) notices = notices.filter((notice) => notice.id !== id);
  return deletionReply;
}

function createListReply(current_page: number) {
  const total_count = notices.length;
  const pager = { current_page, total_pages: Math.ceil(total_count / 20), total_count, limit: 20 };
  return { notices: notices.slice(20 * (current_page - 1), 20 * current_page), pager };
}

function createNotice(id: string, fields: Partial<Notice> = {}): Notice {
  const date = {
    happened_hour: "2026-11-20T09:00:00Z",
    formatted_date_time: "today, 9–10 am",
    formatted_day: "today",
    formatted_hour: "9–10 am",
  };
  return {
    id,
    text: id,
    kind: "new_question",
    urn: `/en/q/${id}`,
    is_new: false,
    count: 1,
    people: [],
    quote: null,
    ...date,
    ...fields,
  };
}

const createNotices = (n: number) =>
  Array.from({ length: n }, (_, index) => createNotice(`notice ${index}`));

/** One slash at the beginning. Browsers read `//` and `/\` as the address of another site. */
const pathOfThisSite = /^\/(?![/\\])/;

const show = () =>
  act(async () =>
    page.show(
      <AtAddress>
        {(address) => (
          <NoticeList
            address={address}
            empty={<p>nothing here</p>}
            readAddress={(urn) => (pathOfThisSite.test(urn) ? urn : undefined)}
            onOpen={(href) => openedAddresses.push(href)}
          />
        )}
      </AtAddress>,
    ),
  );

const queryCards = () => [...document.querySelectorAll("li")];
const listNewFlags = () => queryCards().map((card) => card.querySelector("[data-new]") !== null);
const listCalls = (endpointName: string) => page.calls.filter(({ name }) => name === endpointName);

test("NOTE-01 every kind of notice has its own icon, with text and date", async () => {
  notices = noticeKinds.map((kind) => createNotice(kind, { kind }));
  await show();
  const icons = queryCards().map((card) => card.querySelector("[data-kind]"));
  expect(new Set(icons.map((icon) => icon?.querySelector("svg")?.innerHTML)).size).toBe(
    noticeKinds.length,
  );
  const tints = icons.map((icon) => icon?.getAttribute("data-card-theme"));
  expect(new Set(tints).size).toBe(noticeKinds.length);
  for (const kind of noticeKinds) {
    expect(screen.getByRole("link", { name: `${kind} 9–10 am` })).toBeTruthy();
  }
});

test("NOTE-01 each day has one heading, and a notice of a week ago has no hour", async () => {
  const old = { formatted_day: "12 Nov", formatted_hour: null };
  notices = [createNotice("a"), createNotice("b"), createNotice("c", old), createNotice("d", old)];
  await show();
  const headings = screen.getAllByRole("heading", { level: 2 });
  expect(headings.map((heading) => heading.textContent)).toEqual(["today", "12 Nov"]);
  expect(headings.map((heading) => heading.closest("li"))).toEqual([
    queryCards()[0],
    queryCards()[2],
  ]);
  expect(screen.getByRole("link", { name: "c" }).querySelector("time")).toBeNull();
});

test("NOTE-01 a name stays on a line with its title, and a long one is shortened", async () => {
  const createPerson = (account: string, displaying_name: string) => {
    return { account, displaying_name, icon_url: "/a.svg" };
  };
  const people = [
    createPerson("mori", "森せんせい"),
    createPerson("long", "とても長い名前をもっている人"),
  ];
  const kind = "new_follower";
  const text = "森せんせいさんととても長い名前をもっている人さんにフォローされました。";
  notices = [createNotice("a", { kind, text, people })];
  await show();
  const names = [...document.querySelectorAll("bdi")].map(({ textContent }) => textContent);
  expect(names).toEqual(["森せんせいさんと", "とても長い名前をもってい…さんに"]);
  const shown = "森せんせいさんととても長い名前をもってい…さんにフォローされました。";
  expect(screen.getByRole("link").textContent).toContain(shown);
});

test("NOTE-01 NOTE-06 a notice is marked as seen after it was on the screen, but shown as new until the next visit", async () => {
  const showOnScreen = stubIntersectionObserver();
  notices = [
    createNotice("b", { is_new: true }),
    createNotice("c", { is_new: true }),
    createNotice("a"),
  ];
  page.client.setQueryData([getUnreadCounts.name], { notices: 2 });
  await show();
  expect(listCalls("markSeen")).toHaveLength(0);
  await showOnScreen(queryCards()[0]);
  expect(listCalls("markSeen")).toMatchObject([{ body: { notices: ["b"] } }]);
  expect(page.client.getQueryData([getUnreadCounts.name])).toEqual({ notices: 1 });
  await act(async () => refreshNotices(page.client));
  expect(listNewFlags()).toEqual([true, true, false]);

  cleanup();
  await show();
  expect(listNewFlags()).toEqual([false, true, false]);
});

test("NOTE-01 a notice that arrives while the page is open is marked as new", async () => {
  notices = [createNotice("a")];
  await show();
  notices = [createNotice("b", { is_new: true }), ...notices];
  await act(async () => refreshNotices(page.client));
  expect(listNewFlags()).toEqual([true, false]);
  expect(listCalls("markSeen")).toHaveLength(0);
});

test.each([
  { total: 19, offered: [false] },
  { total: 20, offered: [true, false] },
  { total: 45, offered: [true, true, false] },
])(
  "NOTE-02 with $total notices, more are offered until a page is not full",
  async ({ total, offered }) => {
    notices = createNotices(total);
    await show();
    const wasOffered: boolean[] = [];
    for (const _ of offered) {
      const more = screen.queryByRole("link", { name: "Show more" });
      wasOffered.push(more !== null);
      if (more) await follow("Show more");
    }
    expect(wasOffered).toEqual(offered);
    expect(queryCards()).toHaveLength(total);
  },
);

test("NOTE-02 after more notices are loaded, the focus moves to the first of them", async () => {
  notices = createNotices(25);
  await show();
  await follow("Show more");
  expect(document.activeElement?.textContent).toContain("notice 20");
});

test("NOTE-02 a page that couldn't be loaded shows an error and can be retried", async () => {
  notices = createNotices(25);
  await show();
  const { reply } = page;
  page.reply = async () => ({ status: 500, data: null });
  await follow("Show more");
  expect(screen.getByText("The rest couldn't be loaded").role).toBe("alert");
  expect(queryCards()).toHaveLength(20);
  page.reply = reply;
  await follow("Try again");
  expect(queryCards()).toHaveLength(25);
});

test("NOTE-03 the list says that it is loading, empty, or couldn't be loaded", async () => {
  const { reply } = page;
  page.reply = () => undefined;
  await show();
  expect(screen.getByText("Loading")).toBeTruthy();
  cleanup();
  page.client.clear();
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("Your notifications couldn't be loaded")).toBeTruthy();
  expect(screen.queryByText("nothing here")).toBeNull();
  page.reply = reply;
  await press("Try again");
  expect(screen.getByText("nothing here")).toBeTruthy();
});

const pressNotice = (name: string, event = {}) =>
  act(async () => void fireEvent.click(screen.getByText(name), event));

test("NOTE-05 pressing a notice deletes the notice, then opens its page", async () => {
  notices = [createNotice("a"), createNotice("b")];
  await show();
  await pressNotice("a");
  expect(listCalls("deleteNotice").map(({ params }) => params)).toEqual([{ id: "a" }]);
  expect(openedAddresses).toEqual(["/en/q/a"]);
  expect(queryCards()).toHaveLength(1);
});

test("NOTE-05 a failed deletion shows the reason, keeps the notice and opens no page", async () => {
  notices = [createNotice("a")];
  const error = { code: "not_found", messages: ["It is gone."], details: {} };
  deletionReply = { status: 404, data: { error } };
  await show();
  await pressNotice("a");
  expect(screen.getByText("It is gone.").closest("[role]")?.getAttribute("role")).toBe("alert");
  expect(queryCards()).toHaveLength(1);
  expect(openedAddresses).toEqual([]);
});

test("NOTE-05 a notice that is opened in a new tab stays in the list", async () => {
  notices = [createNotice("a")];
  await show();
  await pressNotice("a", { ctrlKey: true });
  expect(listCalls("deleteNotice")).toEqual([]);
});

test("NOTE-09 pressing a notice with an address of another site only deletes the notice", async () => {
  notices = [createNotice("a", { urn: "//elsewhere.test" })];
  await show();
  expect(screen.queryByRole("link")).toBeNull();
  await pressNotice("a");
  expect(listCalls("deleteNotice")).toHaveLength(1);
  expect(openedAddresses).toEqual([]);
});

function Bell() {
  return <p data-testid="bell">{JSON.stringify(useNoticeBadge(true))}</p>;
}

test.each([
  { reply: { status: 200, data: { is_exist: true } }, shown: { is_exist: true } },
  {
    reply: {
      status: 500,
      data: { error: { code: "unexpected", messages: ["Busy."], details: {} } },
    },
    shown: { is_exist: false, failure: "Busy." },
  },
])(
  "NOTE-06 after a reply with status $reply.status, the bell's state is $shown",
  async ({ reply, shown }) => {
    page.reply = async () => reply;
    await act(async () => page.show(<Bell />));
    expect(JSON.parse(screen.getByTestId("bell").textContent ?? "")).toEqual(shown);
  },
);
