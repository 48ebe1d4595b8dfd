// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, type ApiErrorCode } from "#lib/http/api-error.ts";
import { type ConversationController, createController } from "./controller.ts";
import type { ConversationMessage, ConversationPage, Post } from "./state.ts";

type Page = ConversationPage<ConversationMessage>;

/** The messages of the server, which replies to calls when the test says so. */
let messages: ConversationMessage[];
let last_change: number;
/** The number of messages of the newest page. */
let newestSize: number;
let calls: string[];
let failure: ApiError | undefined;
let isHeld: boolean;
let release: (() => void)[];
let failures: unknown[];
let repeats: (() => void)[];
let controller: ConversationController<ConversationMessage>;

const createError = (status: number, code: ApiErrorCode) =>
  new ApiError(status, { code, messages: [], details: {} });

function store(body: string, { me = false, key = `key of ${body}` } = {}) {
  last_change += 1;
  const place = { number: last_change, change: last_change };
  const message = { ...place, key, body, is_taken_back: false, me };
  messages.push(message);
  return message;
}

const toPage = (selected: ConversationMessage[], has_more = false): Page => ({
  messages: selected,
  state: { last_change, own_read_number: 0, partner_read_number: 0 },
  has_more,
});

/** Replies at once, or when the test releases the call, with what the server knew when the call arrived. */
async function reply<T>(name: string, value: () => T): Promise<T> {
  calls.push(name);
  if (failure) throw failure;
  const known = value();
  if (isHeld) await new Promise<void>((resolve) => release.push(resolve));
  return known;
}

function postToServer({ key, body }: Post) {
  return messages.find((message) => message.key === key) ?? store(body, { me: true, key });
}

function open(newest: Page | undefined) {
  const created = createController<ConversationMessage>({
    newest,
    draft: "talk",
    calls: {
      fetchNewest: () =>
        reply("newest", () =>
          toPage([...messages].reverse().slice(0, newestSize), messages.length > newestSize),
        ),
      fetchOlder: (page, before) =>
        reply(`page ${page} before ${before}`, () =>
          toPage(messages.filter(({ number }) => number < before).reverse()),
        ),
      fetchChanges: (after) =>
        reply(`after ${after}`, () => {
          const changed = messages.filter(({ change }) => change > after);
          return toPage(changed.slice(0, 3), changed.length > 3);
        }),
      post: (post) => reply(`post ${post.body}`, () => postToServer(post)),
      markRead: (upTo) => reply(`read up to ${upTo}`, () => undefined),
    },
  });
  created.setHandlers({
    onFetchFailed: (error) => failures.push(error),
    onPostFailed: (error, repeat) => {
      failures.push(error);
      repeats.push(repeat);
    },
  });
  created.restore();
  return created;
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  messages = [];
  last_change = 0;
  newestSize = 20;
  calls = [];
  failure = undefined;
  isHeld = false;
  release = [];
  failures = [];
  repeats = [];
  controller = open(toPage([]));
});
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);
const listBodies = () => controller.getState().messages.map(({ body }) => body);

async function releaseAll() {
  isHeld = false;
  for (const resolve of release.splice(0)) resolve();
  await settle();
}

test("TALK-11 TALK-12 what happens between a fetch and its reply is fetched afterwards", async () => {
  isHeld = true;
  store("one");
  controller.catchUp();
  await settle();
  // The hint of a message that was posted after the fetch had read the changes.
  store("two");
  controller.catchUp(2);
  await releaseAll();
  expect(listBodies()).toEqual(["one", "two"]);
  expect(calls).toEqual(["after 0", "after 1"]);
});

test("TALK-12 a hint of a change that is known causes no call", async () => {
  store("one");
  controller.catchUp(1);
  await settle();
  controller.catchUp(1);
  await settle();
  expect(calls).toEqual(["after 0"]);
});

test("TALK-11 after more changes than one call returns, the newest page comes in their place", async () => {
  const stored = ["1", "2", "3"].map((body) => store(body));
  controller = open(toPage(stored.slice(2), true));
  controller.showEnd(false);
  for (const body of ["4", "5", "6", "7"]) store(body);
  newestSize = 2;
  controller.catchUp();
  await settle();
  expect(calls).toEqual(["after 3", "newest"]);
  expect(listBodies()).toEqual(["6", "7"]);
  expect(controller.getState()).toMatchObject({
    last_change: 7,
    hasOlder: true,
    hasArrivals: true,
  });
  controller.loadOlder();
  await settle();
  expect(calls.at(-1)).toBe("page 2 before 6");
  expect(listBodies()).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
});

test("TALK-10 TALK-11 older messages that arrive after the newest page has come in place of the others are not added", async () => {
  const stored = ["1", "2", "3"].map((body) => store(body));
  controller = open(toPage(stored.slice(2), true));
  isHeld = true;
  controller.loadOlder();
  await settle();
  const [releaseOlder] = release.splice(0);
  isHeld = false;
  for (const body of ["4", "5", "6", "7"]) store(body);
  newestSize = 2;
  controller.catchUp();
  await settle();
  releaseOlder?.();
  await settle();
  expect(listBodies()).toEqual(["6", "7"]);
});

test("TALK-17 a failed fetch is reported, and trying again repeats it", async () => {
  failure = createError(500, "unexpected");
  controller.catchUp();
  await settle();
  expect(controller.getState().haveChangesFailed).toBe(true);
  expect(failures).toEqual([failure]);
  failure = undefined;
  controller.retry();
  await settle();
  expect(controller.getState().haveChangesFailed).toBe(false);
});

test("TALK-17 a conversation whose newest page couldn't be loaded loads it", async () => {
  store("one");
  controller = open(undefined);
  controller.catchUp();
  await settle();
  expect(calls).toEqual(["newest"]);
  expect(listBodies()).toEqual(["one"]);
});

test("TALK-10 older messages are fetched by the number of the page and of the oldest message", async () => {
  const stored = ["1", "2", "3"].map((body) => store(body));
  controller = open(toPage(stored.slice(2), true));
  controller.loadOlder();
  controller.loadOlder();
  await settle();
  expect(calls).toEqual(["page 2 before 3"]);
  expect(listBodies()).toEqual(["1", "2", "3"]);
  controller.loadOlder();
  await settle();
  expect(calls).toHaveLength(1);
});

test("TALK-10 a page of older messages that couldn't be loaded is loaded by trying again", async () => {
  const stored = ["1", "2"].map((body) => store(body));
  controller = open(toPage(stored.slice(1), true));
  failure = createError(500, "unexpected");
  controller.loadOlder();
  await settle();
  expect(controller.getState().older).toBe("failed");
  failure = undefined;
  controller.retry();
  await settle();
  expect(listBodies()).toEqual(["1", "2"]);
});

test("TALK-13 a text is shown at once, then stored; one fetch follows, and the input is empty", async () => {
  isHeld = true;
  controller.write("one");
  controller.post("one");
  expect(controller.getState().posts.map(({ body }) => body)).toEqual(["one"]);
  expect(controller.getState().text).toBe("");
  await settle();
  await releaseAll();
  expect(controller.getState().posts).toEqual([]);
  expect(listBodies()).toEqual(["one"]);
  expect(calls).toEqual(["post one", "after 0"]);
});

test("TALK-13 texts are posted one after the other", async () => {
  isHeld = true;
  controller.post("one");
  controller.post("two");
  await settle();
  expect(calls).toEqual(["post one"]);
  await releaseAll();
  expect(listBodies()).toEqual(["one", "two"]);
});

test("TALK-13 a refused text comes back in front of what was typed since, and keeps its key", async () => {
  isHeld = true;
  controller.post("one");
  controller.post("two");
  controller.write("three");
  await settle();
  const [first] = controller.getState().posts;
  failure = createError(403, "talk_refused");
  isHeld = false;
  // The reply of the held post is lost, and its repetition is refused.
  await vi.advanceTimersByTimeAsync(4_000);
  expect(controller.getState().posts).toEqual([]);
  expect(controller.getState().text).toBe("one\ntwo\nthree");
  expect(controller.getState().returned[0]).toEqual(first);
  expect(failures).toEqual([failure]);
});

test("TALK-13 a text whose reply was lost leaves the input when it turns out to have arrived", async () => {
  controller.write("one");
  isHeld = true;
  controller.post("one");
  controller.write("two");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(controller.getState().text).toBe("one\ntwo");
  isHeld = false;
  controller.catchUp();
  await settle();
  expect(listBodies()).toEqual(["one"]);
  expect(controller.getState().text).toBe("two");
});

test("TALK-20 TALK-21 a text that was refused is sent again with its key, and leaves the input", async () => {
  failure = createError(412, "birth_date_needed");
  controller.post("one");
  await settle();
  const [returned] = controller.getState().returned;
  failure = undefined;
  repeats[0]?.();
  await settle();
  expect(messages.map(({ key, body }) => ({ key, body }))).toEqual([
    { key: returned?.key, body: "one" },
  ]);
  expect(controller.getState().text).toBe("");
});

test("TALK-15 an empty text shows the bar for three seconds and sends nothing", async () => {
  controller.refuse("MESSAGE_EMPTY");
  await vi.advanceTimersByTimeAsync(2_999);
  expect(controller.getState().refusal).toBe("MESSAGE_EMPTY");
  await vi.advanceTimersByTimeAsync(1);
  expect(controller.getState().refusal).toBeUndefined();
  expect(calls).toEqual([]);
});

test("TALK-18 reading is reported once on opening, and again for each message that has arrived", async () => {
  controller.markRead();
  controller.markRead();
  await settle();
  expect(calls).toEqual(["read up to 0"]);
  store("one");
  controller.catchUp();
  await settle();
  controller.markRead();
  controller.markRead();
  await settle();
  expect(calls).toEqual(["read up to 0", "after 0", "read up to 1"]);
});

test("TALK-18 an own post doesn't mark what was posted before it and isn't loaded yet", async () => {
  store("one");
  isHeld = true;
  controller.post("mine");
  await settle();
  release.shift()?.();
  await settle();
  expect(listBodies()).toEqual(["mine"]);
  controller.markRead();
  expect(calls.at(-1)).toBe("read up to 0");
});

test("TALK-18 reading that couldn't be reported is reported again", async () => {
  failure = createError(0, "network");
  controller.markRead();
  await settle();
  failure = undefined;
  controller.markRead();
  await settle();
  expect(calls).toEqual(["read up to 0", "read up to 0"]);
});

test("TALK-28 the unsent text stays in the tab until it was sent", async () => {
  controller.write("one");
  expect(open(toPage([])).getState().text).toBe("one");
  controller.post("one");
  await settle();
  expect(open(toPage(messages)).getState().text).toBe("");
  expect(sessionStorage.length).toBe(0);
});

test("TALK-28 a text that was being sent is in the input of the next page, unless it has arrived", async () => {
  isHeld = true;
  controller.post("one");
  controller.write("two");
  await settle();
  expect(open(toPage([])).getState().text).toBe("one\ntwo");
  sessionStorage.clear();
  controller.write("two!");
  expect(open(toPage(messages)).getState().text).toBe("two!");
});

test("TALK-28 what is typed before the unsent text was read is put after it", () => {
  controller.write("one");
  const next = createController<ConversationMessage>({
    newest: toPage([]),
    draft: "talk",
    calls: {} as never,
  });
  next.write("two");
  next.restore();
  expect(next.getState().text).toBe("one\ntwo");
});
