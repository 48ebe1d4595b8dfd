import { expect, test } from "vitest";
import {
  type ConversationAction,
  type ConversationMessage,
  type ConversationPage,
  createConversation,
  type Post,
  reduceConversation,
} from "./state.ts";
import { chooseKey, getBanner, getBar, getUnreadNumber } from "./views.ts";

type Page = ConversationPage<ConversationMessage>;

/** Applies actions to a conversation whose newest page is this. */
function run(page: Page, ...actions: ConversationAction<ConversationMessage>[]) {
  const loaded = reduceConversation(createConversation(), { type: "loaded", page });
  return actions.reduce(reduceConversation<ConversationMessage>, loaded);
}

/** Messages 1 to `count`, of which the odd ones are the reader's own. */
function createPage(count: number, { from = 1, has_more = false } = {}): Page {
  const messages = Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const body = `text ${number}`;
    const me = number % 2 === 1;
    return { key: `key ${number}`, number, change: number, body, is_taken_back: false, me };
  });
  const state = { last_change: from + count - 1, own_read_number: 0, partner_read_number: 0 };
  return { messages: messages.reverse(), state, has_more };
}

const createPost = (body: string): Post => ({ key: `key of ${body}`, body, posted_at: 0 });
const older = { type: "older_started" } as const;

test("TALK-16 the banner is hidden, then names an empty talk, fetching, a page that was added and the beginning", () => {
  expect(getBanner(createConversation())).toBe("HIDE");
  expect(getBanner(run(createPage(0)))).toBe("FIRST_LANDING");
  expect(getBanner(run(createPage(0), { type: "posted", post: createPost("hello") }))).toBe(
    "SCROLL_FINISHED",
  );
  expect(getBanner(run(createPage(2)))).toBe("SCROLL_FINISHED");
  const long = createPage(2, { from: 5, has_more: true });
  expect(getBanner(run(long, older))).toBe("FETCHING");
  const page = createPage(2, { from: 3, has_more: true });
  const added = { type: "older_loaded", page, opened_change: 6 } as const;
  expect(getBanner(run(long, older, added))).toBe("DONE");
});

test("TALK-10 the page counter starts at 1 and rises with each page that has messages", () => {
  const long = createPage(2, { from: 5, has_more: true });
  expect(run(long).page).toBe(1);
  const load = (page: Page) => [older, { type: "older_loaded", page, opened_change: 6 }] as const;
  expect(run(long, ...load(createPage(2, { from: 3, has_more: true }))).page).toBe(2);
  const beginning = run(long, ...load(createPage(0)));
  expect(beginning.page).toBe(1);
  expect(beginning.hasOlder).toBe(false);
  const all = run(long, ...load(createPage(4, { from: 1 })));
  expect(all.messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("TALK-17 the bar says that fetching has failed until it works", () => {
  const failed = run(createPage(2), { type: "changes_failed" });
  expect(getBar(failed)).toBe("FETCH_FAILED");
  const refused = reduceConversation(failed, { type: "text_refused", refusal: "MESSAGE_EMPTY" });
  expect(getBar(refused)).toBe("MESSAGE_EMPTY");
  const after = reduceConversation(refused, { type: "refusal_over" });
  expect(getBar(after)).toBe("FETCH_FAILED");
  expect(getBar(reduceConversation(after, { type: "changes_loaded", page: createPage(0) }))).toBe(
    "HIDE",
  );
  const long = createPage(2, { from: 5, has_more: true });
  expect(getBar(run(long, older, { type: "older_failed" }))).toBe("FETCH_FAILED");
});

test("TALK-11 TALK-17 the bar announces the other's message that arrives while the end is out of sight", () => {
  const arrival = { type: "changes_loaded", page: createPage(1, { from: 4 }) } as const;
  expect(getBar(run(createPage(3), arrival))).toBe("HIDE");
  const away = run(createPage(3), { type: "end_left" }, arrival);
  expect(getBar(away)).toBe("NEW_MESSAGE");
  expect(getBar(reduceConversation(away, { type: "end_seen" }))).toBe("HIDE");
  const own = { type: "changes_loaded", page: createPage(1, { from: 3 }) } as const;
  expect(getBar(run(createPage(2), { type: "end_left" }, own))).toBe("HIDE");
});

test("TALK-13 a failed text and those after it come back in front of what was typed since", () => {
  const failed = run(
    createPage(0),
    { type: "typed", text: "one" },
    { type: "posted", post: createPost("one") },
    { type: "posted", post: createPost("two") },
    { type: "typed", text: "three" },
    { type: "post_failed", key: "key of one" },
  );
  expect(failed.text).toBe("one\ntwo\nthree");
  expect(failed.posts).toEqual([]);
});

test("TALK-14 a text that came back is sent with the key that it had, unless it was changed", () => {
  const failed = run(
    createPage(0),
    { type: "posted", post: createPost("one") },
    { type: "post_failed", key: "key of one" },
  );
  expect(chooseKey(failed, "one")).toBe("key of one");
  expect(chooseKey(failed, "one!")).not.toBe("key of one");
  expect(chooseKey(reduceConversation(failed, { type: "typed", text: "" }), "one")).not.toBe(
    "key of one",
  );
});

test("TALK-18 the unread number is that of the other's newest message after the read mark", () => {
  expect(getUnreadNumber(run(createPage(0)))).toBe(0);
  expect(getUnreadNumber(run(createPage(3)))).toBe(2);
  const page = createPage(3);
  const read = run({ ...page, state: { ...page.state, own_read_number: 2 } });
  expect(getUnreadNumber(read)).toBe(0);
});

test("a change that is neither a message nor a read mark is counted", () => {
  const load = (last_change: number, own_read_number: number, page = createPage(0)) =>
    run(createPage(2), {
      type: "changes_loaded",
      page: { ...page, state: { last_change, own_read_number, partner_read_number: 0 } },
    }).other_changes;
  expect(load(2, 0)).toBe(0);
  expect(load(3, 0)).toBe(1);
  expect(load(3, 2)).toBe(0);
  expect(load(3, 0, createPage(1, { from: 3 }))).toBe(0);
  expect(load(4, 0, createPage(1, { from: 3 }))).toBe(1);
});
