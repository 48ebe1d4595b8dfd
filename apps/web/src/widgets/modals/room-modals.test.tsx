// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import type { RoomMemberProfile } from "@toibako/contract/rooms/members.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { takeRoomShareOffer } from "#features/rooms/queries/sharing.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { sampleMember, sampleQuestions, sampleRoom } from "#lib/testing/room-samples.ts";
import { type Modal, ModalHost, useModal } from "./modal-host.tsx";

let page: TestPage;
let modal: Modal;
let member: RoomMemberProfile;
let failing: string[];
const { t } = getTexts("en");
const room = { ...sampleRoom, is_joined: true, group_talk_user_summary_id: "member-a" };

function ModalProbe() {
  modal = useModal();
  return null;
}

const answer = (number: number) => ({
  group_talk_user_summary_id: `member-${number}`,
  display_name: `Member ${number}`,
  icon_url: "",
  value: `Answer ${number}`,
});

beforeEach(async () => {
  page = await openPage();
  localStorage.clear();
  failing = [];
  member = sampleMember;
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  setProviders([]);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  page.reply = async ({ name, body, query }) => {
    if (failing.includes(name)) return { status: 500, data: null };
    const current_page = Number(query?.page);
    const replies: Record<string, unknown> = {
      getRoomQuestions: { id: "group-a", items: sampleQuestions },
      getRoomMember: member,
      updateRoomMember: member,
      hideRoomMember: body,
      listRoomAnswers: {
        question_id: "q-club",
        answers: [answer(current_page)],
        pager: { current_page, total_pages: 2, total_count: 2, limit: 1 },
      },
    };
    return { status: 200, data: replies[name] ?? {} };
  };
  page.show(
    <ModalHost>
      <ModalProbe />
    </ModalHost>,
  );
});

function setProviders(provider: CurrentUser["provider"]) {
  const user = { account: "mina", provider } as CurrentUser;
  page.client.setQueryData([getCurrentUser.name], { user });
}
const listCalls = (name: string) => page.calls.filter((call) => call.name === name);

const onEdit = () => modal.open("room_profile", { room });

async function openMember() {
  await act(async () => modal.open("room_member", { room, id: "member-b", onEdit }));
  await screen.findByText(member.display_name || t("talks.has_left"));
}

test("ROOM-13 ROOM-30 a member's name and answers are shown, without a link to an account or a talk", async () => {
  await openMember();
  expect(await screen.findByText("Tennis")).toBeTruthy();
  expect(screen.getByText("Cats")).toBeTruthy();
  expect(within(screen.getByRole("dialog")).queryAllByRole("link")).toEqual([]);
  const buttons = within(screen.getByRole("dialog")).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent).filter(Boolean)).toEqual([
    "Your club?Tennis",
    "Cats or dogs?Cats",
    t("rooms.hide_messages"),
  ]);
});

test("ROOM-29 the messages of a member can be hidden and shown again", async () => {
  await openMember();
  await press(t("rooms.hide_messages"));
  await screen.findByRole("button", { name: t("rooms.show_messages") });
  expect(listCalls("hideRoomMember")[0]).toMatchObject({
    params: { id: "member-b" },
    body: { is_hidden: true },
  });
  await press(t("rooms.show_messages"));
  await screen.findByRole("button", { name: t("rooms.hide_messages") });
});

test("ROOM-29 a member who can't be hidden stays shown, and a toast says so", async () => {
  failing = ["hideRoomMember"];
  await openMember();
  await press(t("rooms.hide_messages"));
  expect(await screen.findByText(t("talks.change_failed"))).toBeTruthy();
  expect(screen.getByRole("button", { name: t("rooms.hide_messages") })).toBeTruthy();
});

test("ROOM-16 pressing a question shows how the room has answered it, page by page", async () => {
  await openMember();
  await screen.findByText("Tennis");
  await press(/Your club/);
  expect(await screen.findByText("Answer 1")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Your club?");
  await press("Show more");
  expect(await screen.findByText("Answer 2")).toBeTruthy();
  expect(screen.getByText("Member 2")).toBeTruthy();
  await press(t("rooms.answers_back"));
  expect(screen.getByText("Tennis")).toBeTruthy();
});

test("ROOM-13 a member who has left has no answers and no questions", async () => {
  member = {
    ...sampleMember,
    has_left: true,
    display_name: "",
    personal_answer_group: { id: "group-a", items: [] },
  };
  await openMember();
  expect(screen.getByText(t("rooms.member_left"))).toBeTruthy();
  expect(screen.queryByText("Your club?")).toBeNull();
});

test("ROOM-14 pressing oneself leads to one's own profile, which can't be hidden", async () => {
  member = { ...sampleMember, is_me: true };
  await openMember();
  expect(screen.queryByRole("button", { name: t("rooms.hide_messages") })).toBeNull();
  await press(t("rooms.profile_title"));
  expect(await screen.findByLabelText(t("rooms.display_name"))).toBeTruthy();
});

async function openProfile() {
  member = { ...sampleMember, id: "member-a", is_me: true };
  await act(async () => modal.open("room_profile", { room }));
  const field = await screen.findByLabelText<HTMLInputElement>(t("rooms.display_name"));
  expect(field.value).toBe("Momo");
  await act(async () => void fireEvent.change(field, { target: { value: "Sora" } }));
}

test("ROOM-14 the own profile in a room is saved, and a toast says so", async () => {
  await openProfile();
  await press(t("settings.save"));
  expect(await screen.findByText(t("rooms.profile_saved"))).toBeTruthy();
  expect(listCalls("updateRoomMember")[0]).toMatchObject({
    params: { id: "member-a" },
    body: {
      id: "member-a",
      display_name: "Sora",
      personal_answers: sampleMember.personal_answer_group.items,
    },
  });
  expect(listCalls("updateRoomMember")[0]?.body).not.toHaveProperty("base64_image");
  await waitFor(() => expect(document.querySelector("[data-open]")).toBeNull());
});

test("ROOM-14 a profile that can't be saved shows a toast and keeps what was typed", async () => {
  failing = ["updateRoomMember"];
  await openProfile();
  await press(t("settings.save"));
  const texts = await screen.findAllByText(t("rooms.profile_not_saved"));
  expect(texts.length).toBeGreaterThan(0);
  const field = screen.getByLabelText<HTMLInputElement>(t("rooms.display_name"));
  expect(field.value).toBe("Sora");
});

test("ROOM-14 closing a changed profile asks for confirmation", async () => {
  await openProfile();
  await press("Close");
  expect(await screen.findByText(t("rooms.profile_discard_text"))).toBeTruthy();
  await press(t("rooms.profile_keep"));
  const field = screen.getByLabelText<HTMLInputElement>(t("rooms.display_name"));
  expect(field.value).toBe("Sora");
});

test("ROOM-24 after joining, a dialog leads to the page that shares the room", async () => {
  await act(async () => modal.open("share_room", { room }));
  await screen.findByText(t("rooms.share_title"));
  const link = screen.getByRole("link", { name: t("shares.share") });
  expect(link.getAttribute("href")).toBe("/en/me/group_talks/room-a/share");
});

test("ROOM-25 sharing is offered once in 24 hours on a device, also without a storage", () => {
  const hours = (n: number) => 1_000_000_000 + n * 3_600_000;
  expect(takeRoomShareOffer(hours(0))).toBe(true);
  expect(takeRoomShareOffer(hours(23))).toBe(false);
  expect(takeRoomShareOffer(hours(24))).toBe(true);
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("blocked");
    },
    setItem: () => {
      throw new Error("blocked");
    },
  });
  expect(takeRoomShareOffer(hours(50))).toBe(true);
  expect(takeRoomShareOffer(hours(51))).toBe(false);
});
