// @vitest-environment happy-dom

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { press } from "#lib/testing/page.tsx";
import {
  cleanUp,
  getField,
  handlers,
  hint,
  listCalls,
  listRanges,
  listTexts,
  open,
  page,
  pass,
  prepare,
  replyTo,
  scrollList,
  send,
  server,
  showPage,
  store,
  stream,
  uuid,
  write,
} from "#lib/testing/talk.tsx";

vi.mock("#lib/http/event-stream.ts", async () => ({
  listenToEvents: (await import("#lib/testing/talk.tsx")).listenToTestStream,
}));

beforeEach(prepare);
afterEach(cleanUp);

test("TALK-09 messages are shown oldest first, with the sender for screen readers, the day and the minute", async () => {
  for (const body of ["one", "two"]) store(body, { me: body === "two" });
  server.partner_read_number = 2;
  await open();
  expect(listTexts()).toEqual(["one", "two"]);
  const [day, first, second] = screen.getAllByRole("listitem");
  expect(day?.textContent).toBe("20 Nov");
  expect(first?.textContent).toBe("Ken: one09:05");
  expect(second?.textContent).toBe("You: twoRead09:05");
});

test("TALK-09 many blank lines in a message are shown as two", async () => {
  store(`one${"\n".repeat(4998)}two`);
  await open();
  expect(screen.getByText(/one/, { selector: "p" }).textContent).toBe("one\n\n\ntwo");
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
  await hint({ uuid: "another talk", last_change: server.last_change });
  expect(listTexts()).toHaveLength(1);
  await hint({ uuid, last_change: server.last_change });
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
  await hint({ uuid, last_change: server.last_change });
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

test("TALK-11 TALK-12 without a stream, messages come with one's own posts and after the input has lost the focus", async () => {
  vi.useFakeTimers();
  await open();
  await pass(1_000);
  act(() => getField().focus());
  store("while writing");
  await pass(60_000);
  expect(listTexts()).toEqual([]);
  await send("mine");
  expect(listTexts()).toEqual(["while writing", "mine"]);
  expect(listRanges()).toHaveLength(2);
  store("later");
  await pass(60_000);
  expect(listRanges()).toHaveLength(2);
  act(() => getField().blur());
  await pass(10_000);
  expect(listTexts()).toEqual(["while writing", "mine", "later"]);
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

test("TALK-18 messages are marked as read on opening, and when one arrives on a visible page", async () => {
  store("one");
  await open();
  expect(listCalls("readAllMessages")).toHaveLength(1);
  store("two");
  await hint({ uuid, last_change: server.last_change });
  expect(listCalls("readAllMessages")).toHaveLength(2);
  await act(async () => showPage(false));
  store("three");
  await hint({ uuid, last_change: server.last_change });
  expect(listCalls("readAllMessages")).toHaveLength(2);
  await act(async () => showPage(true));
  expect(listCalls("readAllMessages").map(({ query }) => query)).toEqual([
    { up_to: "1" },
    { up_to: "2" },
    { up_to: "3" },
  ]);
});

test("TALK-11 TALK-17 TALK-18 what arrives out of sight shows a button to the end, and is not marked as read", async () => {
  store("one");
  await open();
  scrollList(100);
  store("two");
  await hint({ uuid, last_change: server.last_change });
  expect(screen.getByRole("button", { name: "New message" })).toBeTruthy();
  expect(listCalls("readAllMessages")).toHaveLength(1);
  scrollList(600);
  expect(screen.queryByRole("button", { name: "New message" })).toBeNull();
  await waitFor(() => expect(listCalls("readAllMessages")).toHaveLength(2));
});

test("TALK-17 a failed fetch shows the bar until trying again works", async () => {
  await open();
  page.reply = (call) =>
    call.name === "listMessages" ? Promise.resolve({ status: 500, data: null }) : replyTo(call);
  store("one");
  await hint({ uuid, last_change: server.last_change });
  expect(screen.getByText("Messages couldn't be loaded")).toBeTruthy();
  page.reply = replyTo;
  await press("Try again");
  expect(screen.queryByText("Messages couldn't be loaded")).toBeNull();
  expect(listTexts()).toEqual(["one"]);
});

test("TALK-27 a button to share one's own link appears after 30 pixels, for accounts with a linked X", async () => {
  store("one");
  await open({}, ["twitter"]);
  const getButton = () =>
    screen.getByRole("link", { name: "Post on X to invite messages", hidden: true });
  const isShown = () => getButton().parentElement?.hasAttribute("data-shown");
  scrollList(571);
  expect(isShown()).toBe(false);
  scrollList(569);
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
  await open({ is_answered: false });
  expect(screen.queryByRole("link", { name: "https://example.com/page" })).toBeNull();
  cleanup();
  await open({ is_answered: true });
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
