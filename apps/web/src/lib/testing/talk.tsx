import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";
import type { Message } from "@toibako/contract/messages.ts";
import type { Talk } from "@toibako/contract/talks.ts";
import { vi } from "vitest";
import { newestMessagesQuery } from "#features/messages/queries.ts";
import { talkQuery } from "#features/talks/queries.ts";
import type { EventListeners } from "#lib/http/event-stream.ts";
import type { Reply } from "#lib/http/transport.ts";
import { TalkScreen, type TalkScreenProps } from "#widgets/talk-screen/talk-screen.tsx";
import { type Call, openPage, press, type TestPage } from "./page.tsx";

/** The event stream of the open talk, in place of the browser's. */
export let stream: EventListeners;
/** Replaces `listenToEvents` of `#lib/http/event-stream.ts`. */
export function listenToTestStream(_user_id: string, listeners: EventListeners) {
  stream = listeners;
  return () => {};
}

export const uuid = "talk-a";

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
  is_answered: true,
};

/** What the server stores. */
interface Server {
  talk: Talk;
  messages: Message[];
  last_change: number;
  own_read_number: number;
  partner_read_number: number;
  /** How posts are refused; the status 0 stands for a server that isn't reached. */
  refusal: { status: number; code: ErrorCode } | undefined;
}

export let server: Server;
export let page: TestPage;
export const openModalFor = vi.fn<TalkScreenProps["openModalFor"]>();
export const handlers = { onReport: vi.fn(), onChargeNeeded: vi.fn(), onRemoved: vi.fn() };

/** Call it before each test. */
export async function prepare() {
  server = {
    talk: exampleTalk,
    messages: [],
    last_change: 0,
    own_read_number: 0,
    partner_read_number: 0,
    refusal: undefined,
  };
  page = await openPage();
  page.reply = replyTo;
  openModalFor.mockReset().mockReturnValue(false);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {} }));
  page.client.setQueryData([getCurrentUser.name], { user });
}

/** Call it after each test. */
export function cleanUp() {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  showPage(true);
}

export function store(body: string, { me = false, key = `key of ${body}` } = {}): Message {
  server.last_change += 1;
  const place = { number: server.last_change, change: server.last_change };
  const dates = {
    created_at: "2026-11-20T09:05:00Z",
    formatted_date_time: "20 Nov 09:05",
    formatted_date: "20 Nov",
    formatted_time: "09:05",
  };
  const message = { ...place, ...dates, key, body, is_taken_back: false, me, is_read: false };
  server.messages.push(message);
  return message;
}

function describeState() {
  const { last_change, own_read_number, partner_read_number } = server;
  return { last_change, own_read_number, partner_read_number };
}

function readMessages({ after, before }: Record<string, unknown> = {}) {
  const found = server.messages.filter(
    ({ number, change }) =>
      (after === undefined || change > Number(after)) &&
      (before === undefined || number < Number(before)),
  );
  if (after === undefined) found.reverse();
  return { messages: found.slice(0, 20), state: describeState(), has_more: found.length > 20 };
}

export function replyTo({ name, query, body, params }: Call): Promise<Reply> | undefined {
  const send = (data: unknown, status = 200) => Promise.resolve({ status, data });
  switch (name) {
    case "listMessages":
      return send(readMessages(query));
    case "getTalk":
      return send({ talk: server.talk });
    case "readAllMessages":
      return send({});
    case "postMessage":
      return replyToPost((body as { message: { body: string; key: string } }).message);
    case "takeBackMessage":
      return send({ message: takeBack(params?.key), state: describeState() });
    case "updateTalk":
      server.talk = { ...server.talk, ...(body as Partial<Talk>) };
      return send({ talk: server.talk });
    default:
      return undefined;
  }
}

function replyToPost({ body, key }: { body: string; key: string }): Promise<Reply> {
  if (!server.refusal)
    return Promise.resolve({ status: 201, data: { message: store(body, { me: true, key }) } });
  const { status, code } = server.refusal;
  if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
  const error = { code, messages: [`The server's text: ${code}`], details: {} };
  return Promise.resolve({ status, data: { error } });
}

function takeBack(key: unknown) {
  server.last_change += 1;
  const change = { body: "", is_taken_back: true, change: server.last_change };
  const message = server.messages.find((each) => each.key === key);
  return message && Object.assign(message, change);
}

/** Opens a talk with the newest messages, as the server has rendered it. */
export async function open(
  changes: Partial<Talk> = {},
  provider: CurrentUser["provider"] = [],
  { isGone = false } = {},
) {
  const talk = { ...server.talk, ...changes };
  server.talk = talk;
  page.client.setQueryData(talkQuery(uuid).queryKey, { talk });
  page.client.setQueryData(newestMessagesQuery(uuid, "en").queryKey, readMessages());
  await act(async () =>
    page.show(
      <TalkScreen
        talk={talk}
        isGone={isGone}
        user={{ ...user, provider }}
        openModalFor={openModalFor}
        {...handlers}
      />,
    ),
  );
}

/** The texts of the messages that are shown. */
export const listTexts = () =>
  screen
    .queryAllByRole("listitem")
    .filter((row) => row.hasAttribute("data-message"))
    .map((row) => row.querySelector("p")?.textContent);

export const listCalls = (name: string) => page.calls.filter((call) => call.name === name);

/** Which messages the page has fetched. */
export const listRanges = () =>
  listCalls("listMessages").map(({ query = {} }) =>
    Object.fromEntries(Object.entries(query).filter(([key]) => key !== "uuid" && key !== "locale")),
  );

export const getField = () => screen.getByLabelText<HTMLTextAreaElement>("Write a message");

export const write = (value: string) =>
  act(async () => void fireEvent.change(getField(), { target: { value } }));

export async function send(text: string) {
  await write(text);
  await press("Send");
}

/** The stream says that a conversation has changed. */
export const hint = (data: { uuid: string; last_change: number }) =>
  act(async () => stream.onEvent({ kind: "conversation", data }));

/** Lets time pass with fake timers. */
export const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

/** Shows or hides the page, as the browser does when the reader changes the tab. */
export function showPage(isVisible: boolean) {
  Object.defineProperty(document, "hidden", { value: !isVisible, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Scrolls the list, whose content is 1,000 pixels high and of which 400 are on the screen. */
export function scrollList(scrollTop: number) {
  const list = screen.getByRole("region", { name: "Messages" });
  Object.defineProperties(list, {
    scrollHeight: { value: 1_000, configurable: true },
    clientHeight: { value: 400, configurable: true },
  });
  act(() => {
    list.scrollTop = scrollTop;
    list.dispatchEvent(new Event("scroll"));
  });
}
