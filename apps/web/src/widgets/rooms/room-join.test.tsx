// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { sampleQuestions, sampleRoom } from "#lib/testing/room-samples.ts";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { RoomInvitation } from "./room-invitation.tsx";
import { RoomJoin } from "./room-join.tsx";

/** Stands for the crop dialog, which needs a browser that draws. */
vi.mock("#features/settings/components/picture-input.tsx", () => ({
  PictureInput: ({ onChoose, error }: { onChoose: (file: Blob) => void; error?: string }) => (
    <>
      <button type="button" onClick={() => onChoose(new Blob(["face"], { type: "image/webp" }))}>
        Choose
      </button>
      <button type="button" onClick={() => onChoose(new Blob([new Uint8Array(5_242_881)]))}>
        Choose a large one
      </button>
      {error && <p role="alert">{error}</p>}
    </>
  ),
}));

interface Refusal {
  status: number;
  code: ErrorCode;
  details?: Record<string, string[]>;
}

let page: TestPage;
let refusal: Refusal | undefined;
const onJoined = vi.fn();
const { t } = getTexts("en");
const user = {
  id: "user-mina",
  account: "mina",
  provider: [],
  birthday: null,
} as unknown as CurrentUser;

beforeEach(async () => {
  page = await openPage();
  localStorage.clear();
  refusal = undefined;
  onJoined.mockReset();
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  page.client.setQueryData([getCurrentUser.name], { user: { ...user, time_zone: "Asia/Tokyo" } });
  page.reply = async ({ name }) => {
    if (name === "getRoomQuestions") {
      return { status: 200, data: { id: "group-a", items: sampleQuestions } };
    }
    if (name === "putProfile" || name === "acceptMessageTerms") {
      refusal = undefined;
      return { status: 200, data: { user } };
    }
    if (name !== "joinRoom") return { status: 200, data: {} };
    if (!refusal) return { status: 201, data: { group_talk_user_summary_id: "member-a" } };
    const { status, code, details = {} } = refusal;
    return { status, data: { error: { code, messages: [`The server's text: ${code}`], details } } };
  };
});

const show = (changes: Partial<Room> = {}) =>
  act(async () =>
    page.show(
      <ModalHost>
        <RoomJoin room={{ ...sampleRoom, ...changes }} onJoined={onJoined} />
      </ModalHost>,
    ),
  );

const getField = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) =>
  act(async () => void fireEvent.change(getField(name), { target: { value } }));
const nameLabel = "Name in this room";

async function fillIn() {
  await type(nameLabel, "Momo");
  await type("Your club?", "Tennis");
  await type("Cats or dogs?", "Cats");
}
const pressJoin = () => press(t("rooms.join"));
const listJoins = () => page.calls.filter(({ name }) => name === "joinRoom");

test("ROOM-01 ROOM-15 the page says what the room is, and asks for a name and for each answer", async () => {
  await show();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Second year");
  expect(screen.getByText("Talk with people of your year.")).toBeTruthy();
  expect(screen.getByText(t("rooms.join_private"))).toBeTruthy();
  expect(getField("Your club?").tagName).toBe("INPUT");
  expect([...getField("Cats or dogs?").children].map((option) => option.textContent)).toEqual([
    t("rooms.choose"),
    "Cats",
    "Dogs",
  ]);
});

test("ROOM-02 ROOM-03 joining sends the picture without a prefix, the name and the answers", async () => {
  await show();
  await fillIn();
  await press("Choose");
  await pressJoin();
  await waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
  expect(listJoins()).toMatchObject([
    {
      params: { uuid: "room-a" },
      body: {
        uuid: "room-a",
        display_name: "Momo",
        base64_image: btoa("face"),
        personal_answers: [
          { question_id: "q-club", value: "Tennis" },
          { question_id: "q-pet", value: "Cats" },
        ],
      },
    },
  ]);
});

test("ROOM-02 without a picture, none is sent", async () => {
  await show();
  await fillIn();
  await pressJoin();
  await waitFor(() => expect(listJoins()).toHaveLength(1));
  expect(listJoins()[0]?.body).not.toHaveProperty("base64_image");
});

test.each([
  { name: "", isEmpty: true },
  { name: "  ", isEmpty: true },
  { name: "あ".repeat(21), isEmpty: false },
])("ROOM-04 the name “$name” isn't sent", async ({ name, isEmpty }) => {
  await show();
  await fillIn();
  await type(nameLabel, name);
  await pressJoin();
  const text = isEmpty ? t("accounts.field_required") : t("settings.too_long", { n: "20" });
  expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(getField(nameLabel));
  expect(listJoins()).toEqual([]);
});

test("ROOM-15 an answer that is missing isn't sent", async () => {
  await show();
  await type(nameLabel, "Momo");
  await pressJoin();
  expect(screen.getByText(t("accounts.field_required"))).toBeTruthy();
  expect(screen.getByText(t("rooms.choice_required"))).toBeTruthy();
  expect(listJoins()).toEqual([]);
});

test("ROOM-04 a picture of more than 5 MB is refused at its field", async () => {
  await show();
  await press("Choose a large one");
  expect(screen.getByText(t("rooms.picture_too_large"))).toBeTruthy();
  await fillIn();
  await pressJoin();
  await waitFor(() => expect(listJoins()).toHaveLength(1));
  expect(listJoins()[0]?.body).not.toHaveProperty("base64_image");
});

test.each([
  { status: 413, code: "too_large" },
  { status: 415, code: "wrong_media" },
] as const)("ROOM-04 a picture refused with $status shows the reason at its field", async (row) => {
  await show();
  await fillIn();
  await press("Choose");
  refusal = row;
  await pressJoin();
  const text = await screen.findByText(`The server's text: ${row.code}`);
  expect(text.closest("fieldset")?.textContent).toContain(t("rooms.picture"));
  expect(screen.queryByText(t("rooms.join_failed"))).toBeNull();
});

test.each(["Momo", "ｍｏｍｏ", "Ⓜおも"])(
  "ROOM-10 in a room without Latin letters the name “%s” is refused while typing, and stays",
  async (name) => {
    await show({ is_without_latin: true });
    expect(screen.getByText(t("rooms.without_latin"))).toBeTruthy();
    await type(nameLabel, name);
    expect(screen.getByText(t("rooms.letters_refused"))).toBeTruthy();
    expect(getField(nameLabel).value).toBe(name);
    await pressJoin();
    expect(listJoins()).toEqual([]);
  },
);

test("ROOM-10 the letters that an input method is converting aren't refused", async () => {
  await show({ is_without_latin: true });
  fireEvent.compositionStart(getField(nameLabel));
  await type(nameLabel, "ｍ");
  expect(screen.queryByText(t("rooms.letters_refused"))).toBeNull();
  await type(nameLabel, "もも3");
  fireEvent.compositionEnd(getField(nameLabel));
  expect(screen.queryByText(t("rooms.letters_refused"))).toBeNull();
});

test.each([
  { changes: { is_blocked: true }, title: "rooms.no_entry_title" },
  { changes: { members_count: 200 }, title: "rooms.full_title" },
  { changes: { is_archived: true }, title: "rooms.closed_title" },
] as const)("ROOM-03 ROOM-12 a room with $changes shows no form", async ({ changes, title }) => {
  await show(changes);
  expect(screen.getByText(t(title))).toBeTruthy();
  expect(screen.queryByLabelText(nameLabel)).toBeNull();
});

test.each([
  { status: 403, code: "no_entry", title: "rooms.no_entry_title" },
  { status: 403, code: "room_full", title: "rooms.full_title" },
] as const)("ROOM-03 ROOM-23 $code replaces the form", async ({ title, ...row }) => {
  refusal = row;
  await show();
  await fillIn();
  await pressJoin();
  expect(await screen.findByText(t(title))).toBeTruthy();
  expect(screen.queryByLabelText(nameLabel)).toBeNull();
  expect(onJoined).not.toHaveBeenCalled();
});

test.each([
  { status: 500, code: "unexpected" },
  { status: 422, code: "forbidden_words" },
] as const)("ROOM-03 another failure ($code) says so and keeps what was typed", async (row) => {
  refusal = row;
  await show();
  await fillIn();
  await pressJoin();
  expect(await screen.findByText(t("rooms.join_failed"))).toBeTruthy();
  expect(getField(nameLabel).value).toBe("Momo");
  expect(getField("Your club?").value).toBe("Tennis");
  expect(getField("Cats or dogs?").value).toBe("Cats");
});

test("ROOM-03 a field that the server refuses shows the reason until it is changed", async () => {
  refusal = { status: 400, code: "invalid_fields", details: { display_name: ["Another name."] } };
  await show();
  await fillIn();
  await pressJoin();
  expect(await screen.findByText("Another name.")).toBeTruthy();
  await type(nameLabel, "Sora");
  expect(screen.queryByText("Another name.")).toBeNull();
});

test("ROOM-03 TALK-29 a join without the terms asks for them and is repeated", async () => {
  refusal = { status: 403, code: "terms_needed" };
  await show();
  await fillIn();
  await pressJoin();
  await screen.findByText(t("modals.terms_title"));
  expect(screen.queryByText(t("rooms.join_failed"))).toBeNull();
  await press(t("modals.terms_accept"));
  await waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
  expect(listJoins().map(({ body }) => body)).toHaveLength(2);
  expect(listJoins()[1]?.body).toEqual(listJoins()[0]?.body);
});

test("ROOM-03 a join without a birthday (412) asks for it, and what was typed stays", async () => {
  refusal = { status: 412, code: "birth_date_needed" };
  await show();
  await fillIn();
  await pressJoin();
  await screen.findByText(t("modals.birth_date_title"));
  expect(screen.getByText(t("rooms.join_birthday_text"))).toBeTruthy();
  expect(getField(nameLabel).value).toBe("Momo");
});

test("ROOM-24 ROOM-25 the share modal opens after joining, and not again within 24 hours", async () => {
  await show();
  await fillIn();
  await pressJoin();
  expect(await screen.findByText(t("rooms.share_title"))).toBeTruthy();
  cleanup();
  await show({ uuid: "room-b" });
  await fillIn();
  await pressJoin();
  await waitFor(() => expect(onJoined).toHaveBeenCalledTimes(2));
  expect(screen.queryByText(t("rooms.share_title"))).toBeNull();
});

test("ROOM-01 a visitor is invited to register or sign in, and comes back to the room", async () => {
  page.client.setQueryData([getCurrentUser.name], {});
  await act(async () => page.show(<RoomInvitation room={sampleRoom} />));
  expect(screen.getByText("Talk with people of your year.")).toBeTruthy();
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/en/acc/regist?next=%2Fen", "/en/acc/login?next=%2Fen"]);
});
