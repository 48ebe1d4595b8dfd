// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";
import type { Message } from "@toibako/contract/messages.ts";
import type { Talk } from "@toibako/contract/talks.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newestMessagesQuery } from "#features/messages/queries.ts";
import { talkQuery } from "#features/talks/queries.ts";
import type { EventListeners } from "#lib/http/event-stream.ts";
import type { Reply } from "#lib/http/transport.ts";
import { type Call, openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { TalkScreen, type TalkScreenProps } from "./talk-screen.tsx";

let stream: EventListeners;
vi.mock("#lib/http/event-stream.ts", () => ({
  listenToEvents: (_user_id: string, listeners: EventListeners) => {
    stream = listeners;
    return () => {};
  },
}));

const uuid = "talk-a";
const user = {
  id: "user-mina",
  account: "mina",
  time_zone: "UTC",
  provider: [] as CurrentUser["provider"],
} as CurrentUser;
const exampleTalk: Talk = {
  uuid,
  is_viewable: true,
  is_starter: true,
  is_starter_shown: false,
  partner: { displaying_name: "Ken", icon_url: "/avatars/cat.svg", account: "ken" },
  last_message_body: "",
  is_last_message_taken_back: false,
  is_last_message_mine: false,
  last_message_at: null,
  formatted_date_time: "",
  unread_count: 0,
  is_reported: false,
  is_muted: false,
  is_ended: false,
  is_held: false,
  messages_left: null,
  has_reply: true,
};

let page: TestPage;
/** The messages of the server, and the number of the last change. */
let messages: Message[];
let last_change: number;
let own_read_number: number;
let partner_read_number: number;
/** Refuses posts with this status, or with none as an unreachable server. */
let refusal: { status: number; code: ErrorCode } | undefined;
let talk: Talk;
const openModalFor = vi.fn<TalkScreenProps["openModalFor"]>();
const handlers = { onReport: vi.fn(), onChargeNeeded: vi.fn(), onRemoved: vi.fn() };

function store(body: string, { me = false, key = `key of ${body}` } = {}): Message {
  last_change += 1;
  const place = { number: last_change, change: last_change };
  const dates = {
    created_at: "2026-11-20T09:05:00Z",
    formatted_date_time: "20 Nov 09:05",
    formatted_date: "20 Nov",
    formatted_time: "09:05",
  };
  const message = { ...place, ...dates, key, body, is_taken_back: false, me, is_read: false };
  messages.push(message);
  return message;
}

const describeState = () => ({ last_change, own_read_number, partner_read_number });

function readMessages(query: Record<string, unknown> = {}): unknown {
  const { after, before } = query;
  const found = messages.filter(
    ({ number, change }) =>
      (after === undefined || change > Number(after)) &&
      (before === undefined || number < Number(before)),
  );
  if (after === undefined) found.reverse();
  return { messages: found.slice(0, 20), state: describeState(), has_more: found.length > 20 };
}

function replyTo({ name, query, body, params }: Call): Promise<Reply> | undefined {
  const send = (data: unknown, status = 200) => Promise.resolve({ status, data });
  if (name === "listMessages") return send(readMessages(query));
  if (name === "getTalk") return send({ talk });
  if (name === "readAllMessages") return send({});
  if (name === "postMessage") {
    if (refusal) return refuse(refusal);
    const { message } = body as { message: { body: string; key: string } };
    return send({ message: store(message.body, { me: true, key: message.key }) }, 201);
  }
  if (name === "takeBackMessage") {
    const message = messages.find(({ key }) => key === params?.key);
    last_change += 1;
    if (message) Object.assign(message, { body: "", is_taken_back: true, change: last_change });
    return send({ message: { ...message }, state: describeState() });
  }
  if (name === "updateTalk") {
    talk = { ...talk, ...(body as Partial<Talk>) };
    return send({ talk });
  }
  return undefined;
}

function refuse({ status, code }: { status: number; code: ErrorCode }): Promise<Reply> {
  if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
  const error = { code, messages: [`The server's text: ${code}`], details: {} };
  return Promise.resolve({ status, data: { error } });
}

beforeEach(async () => {
  page = await openPage();
  page.reply = replyTo;
  messages = [];
  last_change = 0;
  own_read_number = 0;
  partner_read_number = 0;
  refusal = undefined;
  talk = exampleTalk;
  openModalFor.mockReset().mockReturnValue(false);
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {} }));
  page.client.setQueryData([getCurrentUser.name], { user });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  showPage(true);
});

/** Opens a talk with the newest messages, as the server has rendered it. */
async function open(changes: Partial<Talk> = {}, provider: CurrentUser["provider"] = []) {
  talk = { ...talk, ...changes };
  page.client.setQueryData(talkQuery(uuid).queryKey, { talk });
  const { queryKey } = newestMessagesQuery(uuid, "en");
  page.client.setQueryData(queryKey, readMessages() as never);
  await act(async () =>
    page.show(
      <TalkScreen
        talk={talk}
        user={{ ...user, provider }}
        openModalFor={openModalFor}
        {...handlers}
      />,
    ),
  );
}

const listTexts = () =>
  screen
    .queryAllByRole("listitem")
    .filter((row) => row.hasAttribute("data-message"))
    .map((row) => row.querySelector("p")?.textContent);
const listCalls = (name: string) => page.calls.filter((call) => call.name === name);
const listRanges = () =>
  listCalls("listMessages").map(({ query = {} }) =>
    Object.fromEntries(Object.entries(query).filter(([key]) => key !== "uuid" && key !== "locale")),
  );
const getField = () => screen.getByLabelText<HTMLTextAreaElement>("Write a message");
const write = (value: string) =>
  act(async () => void fireEvent.change(getField(), { target: { value } }));
const send = async (text: string) => {
  await write(text);
  await press("Send");
};
/** Why the last message wasn't sent; undefined if no reason is shown. */
const readFailure = () =>
  screen
    .getAllByRole("alert")
    .map(({ textContent }) => textContent)
    .find(Boolean);
const hint = (data: { uuid: string; last_change: number }) =>
  act(async () => stream.onEvent({ kind: "conversation", data }));
/** Lets time pass with fake timers. */
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

function showPage(isVisible: boolean) {
  Object.defineProperty(document, "hidden", { value: !isVisible, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

test("TALK-09 messages are shown oldest first, with the sender for screen readers, the day and the minute", async () => {
  for (const body of ["one", "two"]) store(body, { me: body === "two" });
  partner_read_number = 2;
  await open();
  expect(listTexts()).toEqual(["one", "two"]);
  const [day, first, second] = screen.getAllByRole("listitem");
  expect(day?.textContent).toBe("20 Nov");
  expect(first?.textContent).toBe("Ken: one09:05");
  expect(second?.textContent).toBe("You: twoRead09:05");
});

test("TALK-16 an empty talk says what the partner sees, and another one where it begins", async () => {
  await open();
  expect(screen.getByRole("heading", { name: "What Ken sees" })).toBeTruthy();
  cleanup();
  store("one");
  await open();
  expect(screen.queryByRole("heading", { name: "What Ken sees" })).toBeNull();
  expect(screen.getByText("The conversation begins here (20 Nov)")).toBeTruthy();
});

test("TALK-10 older messages are added above by the button, page by page", async () => {
  for (let number = 1; number <= 45; number++) store(String(number));
  await open();
  expect(listTexts()).toHaveLength(20);
  await press("Show earlier messages");
  await press("Show earlier messages");
  expect(listTexts()).toEqual(Array.from({ length: 45 }, (_, index) => String(index + 1)));
  expect(listRanges()).toEqual([
    { page: "2", before: "26" },
    { page: "3", before: "6" },
  ]);
  expect(screen.queryByRole("button", { name: "Show earlier messages" })).toBeNull();
});

test("TALK-12 the page first subscribes and then fetches, and a hint adds what has arrived", async () => {
  await open();
  expect(listRanges()).toEqual([]);
  store("between rendering and subscribing");
  await act(async () => stream.onOpen());
  expect(listTexts()).toEqual(["between rendering and subscribing"]);
  store("later");
  await hint({ uuid: "another talk", last_change });
  expect(listTexts()).toHaveLength(1);
  await hint({ uuid, last_change });
  expect(listTexts()).toEqual(["between rendering and subscribing", "later"]);
  expect(listRanges()).toEqual([{ after: "0" }, { after: "1" }]);
  expect(within(screen.getByRole("log")).getAllByText(/later|between/)).toHaveLength(2);
});

test("TALK-12 what arrives moves neither the focus nor what is typed", async () => {
  await open();
  act(() => getField().focus());
  await write("half a sen");
  getField().setSelectionRange(4, 4);
  store("arrived");
  await hint({ uuid, last_change });
  expect(document.activeElement).toBe(getField());
  expect(getField().value).toBe("half a sen");
  expect(getField().selectionStart).toBe(4);
});

test("TALK-11 without a stream, messages are polled every ten seconds while nobody writes and the page is visible", async () => {
  vi.useFakeTimers();
  await open();
  // The stream doesn't open.
  await pass(1_000);
  expect(listRanges()).toHaveLength(1);
  await pass(9_000);
  expect(listRanges()).toHaveLength(2);
  store("polled");
  await pass(10_000);
  expect(listTexts()).toEqual(["polled"]);
  act(() => getField().focus());
  await pass(60_000);
  expect(listRanges()).toHaveLength(3);
  act(() => getField().blur());
  await pass(10_000);
  expect(listRanges()).toHaveLength(4);
  await act(async () => showPage(false));
  await pass(60_000);
  expect(listRanges()).toHaveLength(4);
});

test("TALK-11 coming back fetches once", async () => {
  vi.useFakeTimers();
  await open();
  await pass(1_000);
  await act(async () => showPage(false));
  store("meanwhile");
  await act(async () => showPage(true));
  await pass(0);
  expect(listTexts()).toEqual(["meanwhile"]);
  expect(listRanges()).toHaveLength(2);
});

test("TALK-13 TALK-28 a message is shown at once and empties the input; one fetch follows", async () => {
  await open();
  await send("hello");
  expect(listTexts()).toEqual(["hello"]);
  expect(getField().value).toBe("");
  expect(listCalls("postMessage")).toHaveLength(1);
  expect(listRanges()).toEqual([{ after: "0" }]);
  expect(sessionStorage.length).toBe(0);
});

test("TALK-13 without a reply for ten seconds, the message goes and its text is back in front", async () => {
  await open();
  vi.useFakeTimers();
  refusal = { status: 0, code: "unexpected" };
  await send("one");
  await write("two");
  expect(screen.getByText("Sending")).toBeTruthy();
  await pass(9_999);
  expect(listTexts()).toEqual(["one"]);
  await pass(1);
  expect(getField().value).toBe("one\ntwo");
  expect(readFailure()).toContain("That couldn't be sent");
  const keys = listCalls("postMessage").map(
    ({ body }) => (body as { message: { key: string } }).message.key,
  );
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys).size).toBe(1);
});

test("TALK-15 an empty text is not sent, and the bar says so", async () => {
  await open();
  await send(" \n ");
  expect(screen.getByText("Please write a message")).toBeTruthy();
  expect(listCalls("postMessage")).toEqual([]);
});

test("TALK-15 a text of more than 1,000 characters is not sent", async () => {
  await open();
  await send("x".repeat(1_001));
  expect(readFailure()).toContain("1,000 characters");
  expect(listCalls("postMessage")).toEqual([]);
  expect(getField().value).toHaveLength(1_001);
});

test.each([
  [400, "malformed", /request was wrong/],
  [422, "forbidden_words", /The server's text: forbidden_words/],
  [403, "talk_refused", /The server's text: talk_refused/],
  [403, "too_young", /The server's text: too_young/],
  [409, "reply_needed", /The server's text: reply_needed/],
  [404, "not_found", /That couldn't be sent/],
] as const)(
  "TALK-19 a refusal with %d %s is explained, and the text stays",
  async (status, code, text) => {
    await open();
    refusal = { status, code };
    await send("hello");
    expect(readFailure()).toMatch(text);
    expect(getField().value).toBe("hello");
    expect(listTexts()).toEqual([]);
    await write("hello!");
    expect(readFailure()).toBeUndefined();
  },
);

test("TALK-20 TALK-21 what a message needs is asked for, and the message is then sent once", async () => {
  openModalFor.mockReturnValue(true);
  await open();
  refusal = { status: 412, code: "birth_date_needed" };
  await send("hello");
  expect(openModalFor.mock.calls[0]?.[0]).toMatchObject({ code: "birth_date_needed" });
  expect(readFailure()).toBeUndefined();
  expect(getField().value).toBe("hello");
  refusal = undefined;
  await act(async () => openModalFor.mock.calls[0]?.[1]());
  expect(listTexts()).toEqual(["hello"]);
  expect(getField().value).toBe("");
});

test("TALK-18 messages are marked as read on opening, and when one arrives on a visible page", async () => {
  store("one");
  await open();
  expect(listCalls("readAllMessages")).toHaveLength(1);
  store("two");
  await hint({ uuid, last_change });
  expect(listCalls("readAllMessages")).toHaveLength(2);
  await act(async () => showPage(false));
  store("three");
  await hint({ uuid, last_change });
  expect(listCalls("readAllMessages")).toHaveLength(2);
  await act(async () => showPage(true));
  expect(listCalls("readAllMessages")).toHaveLength(3);
});

test("TALK-11 TALK-17 TALK-18 what arrives out of sight shows a button to the end, and is not marked as read", async () => {
  store("one");
  await open();
  const list = screen.getByRole("region", { name: "Messages" });
  scroll(list, { scrollTop: 100 });
  store("two");
  await hint({ uuid, last_change });
  expect(screen.getByRole("button", { name: "New message" })).toBeTruthy();
  expect(listCalls("readAllMessages")).toHaveLength(1);
  scroll(list, { scrollTop: 600 });
  expect(screen.queryByRole("button", { name: "New message" })).toBeNull();
  await waitFor(() => expect(listCalls("readAllMessages")).toHaveLength(2));
});

/** Scrolls the list, whose content is 1,000 pixels high and of which 400 are on the screen. */
function scroll(list: HTMLElement, place: { scrollTop: number }) {
  Object.defineProperties(list, {
    scrollHeight: { value: 1_000, configurable: true },
    clientHeight: { value: 400, configurable: true },
  });
  act(() => {
    list.scrollTop = place.scrollTop;
    list.dispatchEvent(new Event("scroll"));
  });
}

test("TALK-17 a failed fetch shows the bar until trying again works", async () => {
  await open();
  page.reply = (call) =>
    call.name === "listMessages" ? Promise.resolve({ status: 500, data: null }) : replyTo(call);
  store("one");
  await hint({ uuid, last_change });
  expect(screen.getByText("Messages couldn't be loaded")).toBeTruthy();
  page.reply = replyTo;
  await press("Try again");
  expect(screen.queryByText("Messages couldn't be loaded")).toBeNull();
  expect(listTexts()).toEqual(["one"]);
});

test("TALK-27 a button to share one's own link appears after 30 pixels, for accounts with a linked X", async () => {
  store("one");
  await open({}, ["twitter"]);
  const list = screen.getByRole("region", { name: "Messages" });
  const getButton = () =>
    screen.getByRole("link", { name: "Post on X to invite messages", hidden: true });
  const isShown = () => getButton().parentElement?.hasAttribute("data-shown");
  scroll(list, { scrollTop: 571 });
  expect(isShown()).toBe(false);
  scroll(list, { scrollTop: 569 });
  expect(isShown()).toBe(true);
  expect(decodeURIComponent(getButton().getAttribute("href") ?? "")).toContain(
    "/en/mina?message=1",
  );
  cleanup();
  await open();
  expect(
    screen.queryByRole("link", { name: "Post on X to invite messages", hidden: true }),
  ).toBeNull();
});

test("addresses are links only after the receiver has replied, and name their host before they open", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  store("See https://example.com/page.");
  await open({ has_reply: false });
  expect(screen.queryByRole("link", { name: "https://example.com/page" })).toBeNull();
  cleanup();
  await open({ has_reply: true });
  const link = screen.getByRole("link", { name: "https://example.com/page" });
  expect(link.getAttribute("rel")).toBe("nofollow noreferrer ugc");
  await act(async () => link.click());
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("example.com")).toBeTruthy();
  expect(opened).not.toHaveBeenCalled();
  await act(async () => dialog.getByRole("button", { name: "Open" }).click());
  expect(opened).toHaveBeenCalledWith("https://example.com/page", "_blank", "noopener,noreferrer");
});

test("TALK-33 an own message of the last hour can be taken back, after a question", async () => {
  vi.setSystemTime("2026-11-20T10:00:00Z");
  store("mine", { me: true });
  store("theirs");
  await open();
  expect(screen.getAllByRole("button", { name: "Message menu" })).toHaveLength(1);
  await press("Message menu");
  const entry = await screen.findByRole("menuitem", { name: "Take back" });
  await act(async () => entry.click());
  const dialog = within(await screen.findByRole("alertdialog"));
  await act(async () => dialog.getByRole("button", { name: "Take back" }).click());
  expect(await screen.findByText("Message taken back")).toBeTruthy();
  expect(screen.queryByText("mine")).toBeNull();
  expect(listCalls("takeBackMessage")[0]?.params).toEqual({ uuid, key: "key of mine" });
});

test("TALK-33 after an hour a message can't be taken back", async () => {
  vi.setSystemTime("2026-11-20T10:05:00Z");
  store("mine", { me: true });
  await open();
  expect(screen.queryByRole("button", { name: "Message menu" })).toBeNull();
});

test("TALK-34 the composer says how many messages are left before the reply, and sends none beyond", async () => {
  await open({ messages_left: 2 });
  expect(screen.getByText("2 more messages until the first reply.")).toBeTruthy();
  cleanup();
  await open({ messages_left: 0 });
  expect(screen.getByText(/You have sent 3 messages/)).toBeTruthy();
  await send("one more");
  expect(listCalls("postMessage")).toEqual([]);
  expect(getField().value).toBe("one more");
});

test("TALK-31 only a starter who isn't known yet can show who they are", async () => {
  const listEntries = async () => {
    await press("Conversation menu");
    const entries = await screen.findAllByRole("menuitem");
    return entries.map(({ textContent }) => textContent);
  };
  await open();
  expect(await listEntries()).toContain("Show who I am");
  cleanup();
  await open({ is_starter_shown: true });
  expect(await listEntries()).not.toContain("Show who I am");
  cleanup();
  await open({ is_starter: false, is_starter_shown: false });
  expect(await listEntries()).not.toContain("Show who I am");
});

test("TALK-02 TALK-04 a talk that isn't viewable shows no message, calls nothing and says what opens it", async () => {
  await open({ is_viewable: false, partner: null });
  expect(screen.queryByRole("region", { name: "Messages" })).toBeNull();
  expect(screen.queryByLabelText("Write a message")).toBeNull();
  expect(page.calls).toEqual([]);
  await press("How to read it");
  expect(handlers.onChargeNeeded).toHaveBeenCalledTimes(1);
});

test("TALK-32 in a talk that the reader has ended nothing is sent, until they receive again", async () => {
  await open({ is_ended: true });
  await send("hello");
  expect(listCalls("postMessage")).toEqual([]);
  await press("Receive again");
  expect(listCalls("updateTalk")[0]?.body).toEqual({ is_ended: false });
});
