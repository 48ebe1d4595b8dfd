// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import type { RoomMember } from "@toibako/contract/rooms/members.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ReportRoomMessage } from "./reports.tsx";
import { RoomMembers } from "./room-members.tsx";

let page: TestPage;
const listCalls = (name: string) => page.calls.filter((call) => call.name === name);

const room = { uuid: "room-a" } as Room;
const message = {
  key: "message-a",
  body: "Tea?",
  display_name: "Ken",
  group_talk_user_summary_id: "member-ken",
} as RoomMessage;
const createMember = (id: string, display_name: string, is_me = false): RoomMember => ({
  id,
  display_name,
  icon_url: "",
  is_me,
  has_left: false,
  is_hidden: false,
});

beforeEach(async () => {
  page = await openPage();
  page.reply = ({ name, body }) => {
    const send = (data: unknown, status = 200) => Promise.resolve({ status, data });
    if (name === "hideRoomMember") return send(body);
    if (name === "reportRoomMessage") return send({}, 201);
    if (name !== "listRoomMembers") return undefined;
    const members = [createMember("member-me", "Mina", true), createMember("member-ken", "Ken")];
    return send({ members, pager: { current_page: 1, total_pages: 1 } });
  };
});

test("ROOM-13 ROOM-29 the members are listed, the reader first; each can be pressed, and others hidden", async () => {
  const onMember = vi.fn();
  await act(async () =>
    page.show(<RoomMembers room={room} onMember={onMember} open onOpenChange={() => {}} />),
  );
  await screen.findByText("Mina");
  const names = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(names).toEqual(["MinaYou", "Ken"]);
  await press("Ken");
  expect(onMember).toHaveBeenCalledWith("member-ken");
  await press("Hide messages of Ken");
  expect(listCalls("hideRoomMember")[0]).toMatchObject({
    params: { id: "member-ken" },
    body: { is_hidden: true },
  });
  expect(screen.getByText("Messages hidden")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Show messages of Ken" })).toBeTruthy();
});

test("ROOM-29 a report needs a reason, has a note and the tick, and then offers to hide the sender", async () => {
  const onOpenChange = vi.fn();
  await act(async () =>
    page.show(
      <ReportRoomMessage uuid="room-a" message={message} open onOpenChange={onOpenChange} />,
    ),
  );
  await screen.findByText("Tea?");
  await press("Report");
  expect(listCalls("reportRoomMessage")).toEqual([]);
  expect(screen.getByText("Please choose a reason.")).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getAllByRole("radio")[0] as HTMLElement));
  await act(async () => void fireEvent.click(screen.getByRole("checkbox")));
  const note = screen.getByRole("textbox");
  await act(async () => void fireEvent.change(note, { target: { value: " rude " } }));
  await press("Report");
  expect(listCalls("reportRoomMessage")[0]).toMatchObject({
    params: { uuid: "room-a", key: "message-a" },
    body: { reason: "harassment", note: "rude", includes_messages: true },
  });
  await press("Hide their messages");
  expect(listCalls("hideRoomMember")[0]?.params).toEqual({ id: "member-ken" });
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
