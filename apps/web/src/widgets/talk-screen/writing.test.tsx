// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDraft } from "#lib/forms/draft.ts";
import { press } from "#lib/testing/page.tsx";
import {
  cleanUp,
  getField,
  listCalls,
  listRanges,
  listTexts,
  open,
  openModalFor,
  pass,
  prepare,
  send,
  server,
  uuid,
  write,
} from "#lib/testing/talk.tsx";
import { getMessageDraftKey, getStartDraftKey } from "#widgets/talks/message-draft.ts";

vi.mock("#lib/http/event-stream.ts", async () => ({
  listenToEvents: (await import("#lib/testing/talk.tsx")).listenToTestStream,
}));

beforeEach(prepare);
afterEach(cleanUp);

/** Why the last message wasn't sent; undefined if no reason is shown. */
const readFailure = () =>
  screen
    .getAllByRole("alert")
    .map(({ textContent }) => textContent)
    .find(Boolean);

test("TALK-13 TALK-28 a message is shown at once and empties the input; one fetch follows", async () => {
  vi.useFakeTimers();
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
  server.refusal = { status: 0, code: "unexpected" };
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
    server.refusal = { status, code };
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
  server.refusal = { status: 412, code: "birth_date_needed" };
  await send("hello");
  expect(openModalFor.mock.calls[0]?.[0]).toMatchObject({ code: "birth_date_needed" });
  expect(readFailure()).toBeUndefined();
  expect(getField().value).toBe("hello");
  server.refusal = undefined;
  await act(async () => openModalFor.mock.calls[0]?.[1]());
  expect(listTexts()).toEqual(["hello"]);
  expect(getField().value).toBe("");
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

test("TALK-05 TALK-28 in a talk that was deleted nothing is sent, and its text is kept for the next one with the account", async () => {
  await open({}, [], { isGone: true });
  await send("hello");
  expect(listCalls("postMessage")).toEqual([]);
  expect(screen.getByText(/This conversation was deleted/)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Start again" });
  expect(link.getAttribute("href")).toBe("/en/ken/message");
  await act(async () => void fireEvent.click(link));
  expect(readDraft(getStartDraftKey("ken"))).toBe("hello");
  expect(readDraft(getMessageDraftKey(uuid))).toBe("");
  cleanup();
  sessionStorage.clear();
  await open({ partner: { displaying_name: "", icon_url: "", account: null } }, [], {
    isGone: true,
  });
  expect(screen.queryByRole("link", { name: "Start again" })).toBeNull();
});

test("TALK-32 in a talk that the reader has ended nothing is sent, until they receive again", async () => {
  await open({ is_ended: true });
  await send("hello");
  expect(listCalls("postMessage")).toEqual([]);
  await press("Receive again");
  expect(listCalls("updateTalk")[0]?.body).toEqual({ is_ended: false });
});
