// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { membersQuery } from "#features/rooms/queries/members.ts";
import { press } from "#lib/testing/page.tsx";
import {
  chooseInMenu,
  cleanUpRoom,
  getRoomField,
  handlers,
  listRoomCalls,
  listRoomTexts,
  openRoom,
  page,
  prepareRoom,
  roomUuid,
  server,
  storeIn,
  writeInRoom,
} from "#lib/testing/room.tsx";
import { pass, stream } from "#lib/testing/talk.tsx";

vi.mock("#lib/http/event-stream.ts", async () => ({
  listenToEvents: (await import("#lib/testing/talk.tsx")).listenToTestStream,
}));

beforeEach(prepareRoom);
afterEach(cleanUpRoom);

async function sendInRoom(text: string) {
  await writeInRoom(text);
  await press("Send");
}

/** The stream says that the room has changed. */
const hintRoom = () =>
  act(async () =>
    stream.onEvent({
      kind: "conversation",
      data: { uuid: roomUuid, last_change: server.last_change },
    }),
  );

test("ROOM-01 an address is a link that asks before it opens, few emoji are large, and who has left is marked", async () => {
  storeIn("See https://example.com/page.");
  storeIn("🎉🎉");
  Object.assign(storeIn("bye", { by: "member-yui" }), { has_left: true });
  await openRoom();
  const link = screen.getByRole("link", { name: "https://example.com/page" });
  expect(link.getAttribute("rel")).toBe("nofollow noreferrer ugc");
  await act(async () => void fireEvent.click(link));
  expect((await screen.findByRole("alertdialog")).textContent).toContain("example.com");
  expect(screen.getByText("🎉🎉").className).toContain("text-2xl");
  expect(screen.getByText("bye").className).not.toContain("text-2xl");
  expect(screen.getByText("has left").previousElementSibling?.textContent).toBe("Yui");
});

test("ROOM-26 a line says where the unread messages begin, and the sender is named below it", async () => {
  const mine = storeIn("mine", { by: "member-me" });
  storeIn("one");
  storeIn("two");
  await openRoom();
  const line = screen.getByText("Unread");
  expect(line.previousElementSibling?.getAttribute("data-message")).toBe(mine.key);
  expect(line.nextElementSibling?.textContent).toContain("Kenone");
  storeIn("three");
  await hintRoom();
  expect(screen.getAllByText("Unread")).toEqual([line]);
});

test("ROOM-01 messages show their sender once in a row, and own ones stand apart", async () => {
  storeIn("one");
  storeIn("two");
  storeIn("three", { by: "member-yui" });
  storeIn("four", { by: "member-me" });
  await openRoom();
  expect(listRoomTexts()).toEqual(["one", "two", "three", "four"]);
  const names = screen.getAllByRole("button", { name: /^Profile of/ });
  expect(names.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Profile of Ken",
    "Profile of Yui",
  ]);
  const rows = [...document.querySelectorAll("[data-message]")].map(
    ({ textContent }) => textContent,
  );
  expect(rows[0]).toBe("Kenone");
  expect(rows[1]).toBe("Ken: two09:05");
  expect(rows[3]).toBe("You: four09:05");
});

test("ROOM-13 pressing the picture of a member opens their profile", async () => {
  storeIn("one");
  await openRoom();
  await press("Profile of Ken");
  expect(handlers.onMember).toHaveBeenCalledWith("member-ken");
});

test("ROOM-10 a Latin letter or an empty text is named for three seconds, and nothing is sent", async () => {
  await openRoom({ is_without_latin: true });
  vi.useFakeTimers();
  for (const text of ["line id", "ＩＤ", "あa"]) {
    await sendInRoom(text);
    expect(screen.getByText("Latin letters can't be used here")).toBeTruthy();
    expect(getRoomField().value).toBe(text);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.queryByText("Latin letters can't be used here")).toBeNull();
  }
  await sendInRoom(" ");
  expect(screen.getByText("Please write a message")).toBeTruthy();
  expect(listRoomCalls("postRoomMessage")).toEqual([]);
  await sendInRoom("こんにちは 123");
  expect(listRoomCalls("postRoomMessage")).toHaveLength(1);
});

test("ROOM-10 a room without this rule takes Latin letters", async () => {
  await openRoom();
  await sendInRoom("hello");
  expect(listRoomTexts()).toEqual(["hello"]);
  expect(listRoomCalls("postRoomMessage")).toHaveLength(1);
});

test("ROOM-09 a reply shows its message above the input, goes with the text, and comes back when it fails", async () => {
  storeIn("one");
  await openRoom();
  await chooseInMenu("one", "Reply");
  expect(screen.getByRole("region", { name: "Reply to Ken" }).textContent).toContain("one");
  server.refusal = { status: 422, code: "forbidden_words" };
  await sendInRoom("bad");
  expect(screen.getByRole("region", { name: "Reply to Ken" })).toBeTruthy();
  expect(getRoomField().value).toBe("bad");
  server.refusal = undefined;
  await sendInRoom("good");
  expect(screen.queryByRole("region", { name: "Reply to Ken" })).toBeNull();
  expect(listRoomCalls("postRoomMessage").at(-1)?.body).toMatchObject({
    group_message: { group_talk_uuid: roomUuid, body: "good" },
    reply_to_group_message_key: "key of one",
  });
});

test("ROOM-09 Escape and the close button end a reply, and the text stays", async () => {
  storeIn("one");
  await openRoom();
  await chooseInMenu("one", "Reply");
  await writeInRoom("hello");
  await act(async () => void fireEvent.keyDown(getRoomField(), { key: "Escape" }));
  expect(screen.queryByRole("region", { name: "Reply to Ken" })).toBeNull();
  await chooseInMenu("one", "Reply");
  await press("Cancel the reply");
  expect(screen.queryByRole("region", { name: "Reply to Ken" })).toBeNull();
  expect(getRoomField().value).toBe("hello");
});

test("ROOM-09 a swipe to the left replies, a short one doesn't", async () => {
  storeIn("one");
  await openRoom();
  const bubble = screen.getByText("one").parentElement?.parentElement;
  if (!bubble) throw new Error("no bubble");
  const swipe = async (to: number) => {
    const touch = { pointerType: "touch", isPrimary: true };
    await act(async () => {
      fireEvent.pointerDown(bubble, { ...touch, clientX: 200 });
      fireEvent.pointerMove(bubble, { ...touch, clientX: to });
      fireEvent.pointerUp(bubble, { ...touch, clientX: to });
    });
  };
  await swipe(170);
  expect(screen.queryByRole("region", { name: "Reply to Ken" })).toBeNull();
  await swipe(120);
  expect(screen.getByRole("region", { name: "Reply to Ken" })).toBeTruthy();
});

test("ROOM-09 pressing a quote loads older messages until its message is there, and focuses it", async () => {
  const first = storeIn("first");
  for (let index = 0; index < 30; index++) storeIn(`text ${index}`);
  storeIn("answer", { replies_to: first });
  await openRoom();
  expect(listRoomTexts()).not.toContain("first");
  Element.prototype.scrollIntoView = vi.fn();
  await act(async () => void fireEvent.click(screen.getByText("In reply to:")));
  await waitFor(() => expect(document.activeElement?.getAttribute("data-message")).toBe(first.key));
  expect(listRoomTexts()[0]).toBe("first");
});

test("ROOM-09 a message that is too far up is named as such", async () => {
  const first = storeIn("first");
  for (let index = 0; index < 240; index++) storeIn(`text ${index}`);
  storeIn("answer", { replies_to: first });
  await openRoom();
  await act(async () => void fireEvent.click(screen.getByText("In reply to:")));
  expect(await screen.findByText(/too far up/)).toBeTruthy();
});

test("ROOM-11 words are explained by the server, other failures by the page, and the text is back", async () => {
  await openRoom();
  server.refusal = { status: 422, code: "forbidden_words" };
  await sendInRoom("bad");
  expect(screen.getByText("The server's text: forbidden_words")).toBeTruthy();
  server.refusal = { status: 429, code: "too_many" };
  await sendInRoom("bad");
  expect(screen.getByText(/couldn't be sent/)).toBeTruthy();
  expect(getRoomField().value).toBe("bad");
});

test("ROOM-12 who is blocked, and everybody in an archived room, reads why instead of the input", async () => {
  storeIn("one");
  await openRoom({ is_blocked: true });
  expect(screen.getByText(/can't send messages in this room/)).toBeTruthy();
  expect(screen.queryByLabelText("Write a message")).toBeNull();
  cleanUpRoom();
  await prepareRoom();
  await openRoom({ is_archived: true });
  expect(screen.getByText(/This room is closed/)).toBeTruthy();
});

test("ROOM-12 a block while the room is open takes the input away with the next change", async () => {
  await openRoom();
  expect(getRoomField()).toBeTruthy();
  server.room = { ...server.room, is_blocked: true };
  storeIn("one");
  await hintRoom();
  expect(screen.queryByLabelText("Write a message")).toBeNull();
});

test("ROOM-30 the rules are asked about before the first message, which is sent afterwards", async () => {
  await openRoom({ is_rules_accepted: false });
  await sendInRoom("hello");
  expect(await screen.findByText("Don't arrange to meet.")).toBeTruthy();
  expect(listRoomCalls("postRoomMessage")).toEqual([]);
  await press("Cancel");
  expect(getRoomField().value).toBe("hello");
  await press("Send");
  await screen.findByText("Don't arrange to meet.");
  await press("Agree and send");
  expect(listRoomCalls("acceptRoomRules")).toHaveLength(1);
  expect(listRoomCalls("postRoomMessage")).toHaveLength(1);
  expect(listRoomTexts()).toEqual(["hello"]);
});

test("ROOM-29 hiding a member removes their messages, and showing them again brings them back", async () => {
  storeIn("one");
  storeIn("two", { by: "member-yui" });
  await openRoom();
  await chooseInMenu("one", "Hide their messages");
  expect(listRoomTexts()).toEqual(["two"]);
  expect(listRoomCalls("hideRoomMember")[0]).toMatchObject({
    params: { id: "member-ken" },
    body: { is_hidden: true },
  });
});

test("ROOM-29 a message of another member can be reported, an own one taken back", async () => {
  const created_at = new Date().toISOString();
  const message = storeIn("one", { created_at });
  storeIn("mine", { by: "member-me", created_at });
  await openRoom();
  await chooseInMenu("one", "Report");
  expect(handlers.onReport).toHaveBeenCalledWith(message);
  await chooseInMenu("mine", "Take back");
  await screen.findByText(/disappears for everybody/);
  await press("Take back");
  expect(listRoomTexts()).toEqual(["one", "Message taken back"]);
});

test("ROOM-29 leaving asks first, and then leads away", async () => {
  await openRoom();
  await press("Room menu");
  const leave = await screen.findByRole("menuitem", { name: "Leave the room" });
  await act(async () => void fireEvent.click(leave));
  await screen.findByText(/stay under the name/);
  expect(listRoomCalls("leaveRoom")).toEqual([]);
  await press("Leave");
  expect(listRoomCalls("leaveRoom")).toHaveLength(1);
  expect(handlers.onLeft).toHaveBeenCalled();
});

test("ROOM-07 a changed name is shown with the next hint", async () => {
  storeIn("one");
  await openRoom();
  const ken = server.members.find(({ id }) => id === "member-ken");
  if (ken) ken.display_name = "Kenji";
  server.changedMembers.push("member-ken");
  server.last_change += 1;
  const { queryKey } = membersQuery(server.room.uuid);
  page.client.setQueryData(queryKey, { pages: [], pageParams: [] });
  await hintRoom();
  // The list of members is fetched anew when it is shown.
  expect(page.client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(screen.getByRole("button", { name: "Profile of Kenji" })).toBeTruthy();
  expect(listRoomCalls("getRoom")).toEqual([]);
});

test("ROOM-26 opening a room marks it as read, and an arriving message again", async () => {
  storeIn("one");
  await openRoom();
  expect(listRoomCalls("readAllRoomMessages")).toHaveLength(1);
  storeIn("two", { by: "member-yui" });
  await hintRoom();
  expect(listRoomTexts()).toEqual(["one", "two"]);
  expect(listRoomCalls("readAllRoomMessages")).toHaveLength(2);
});

test("ROOM-08 a room is polled every ten seconds while nobody writes in it", async () => {
  vi.useFakeTimers();
  await openRoom();
  // The stream doesn't open.
  await pass(1_000);
  const before = listRoomCalls("listRoomMessages").length;
  await pass(10_000);
  expect(listRoomCalls("listRoomMessages")).toHaveLength(before + 1);
  act(() => getRoomField().focus());
  await pass(60_000);
  expect(listRoomCalls("listRoomMessages")).toHaveLength(before + 1);
  act(() => getRoomField().blur());
  await pass(10_000);
  expect(listRoomCalls("listRoomMessages")).toHaveLength(before + 2);
});
