// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { ListedRoom, Room } from "@toibako/contract/rooms.ts";
import { afterEach, expect, test } from "vitest";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { sampleRoom } from "#lib/testing/room-samples.ts";
import { type TalksTab, TalksTabs } from "#widgets/talks/talks-tabs.tsx";
import { OpenChatLink } from "./open-chat-link.tsx";
import { RoomsPart } from "./rooms-part.tsx";

let page: TestPage;
let joined: Partial<ListedRoom>[] = [];
let joinable: Partial<Room>[] = [];
afterEach(() => {
  joined = [];
  joinable = [];
});

const birthday = { year: 2010, month: 5, day: 1 };
const user = { id: "user-mina", account: "mina", time_zone: "Asia/Tokyo" } as CurrentUser;

const listed = (rooms: Partial<Room>[], number = 1, total_pages = 1) => ({
  group_talks: rooms.map((changes) => ({ ...sampleRoom, ...changes })),
  pager: { current_page: number, total_pages, total_count: rooms.length, limit: 20 },
});

async function open(locale: Locale, changes: Partial<CurrentUser>) {
  page = await openPage(bareSite, locale);
  page.client.setQueryData([getCurrentUser.name], {
    user: { ...user, birthday: null, ...changes },
  });
  page.reply = async ({ name }) => {
    if (name === "listRooms") return { status: 200, data: listed(joined) };
    if (name === "listJoinableRooms") return { status: 200, data: listed(joinable) };
    if (name === "getCurrentUser") return { status: 200, data: { user: { ...user, birthday } } };
    if (name === "putProfile") return { status: 200, data: { user: { ...user, birthday } } };
    return { status: 500, data: null };
  };
}

function Part() {
  const account = useCurrentUser();
  return account && <RoomsPart user={account} current={undefined} pages={{}} />;
}
function Link() {
  const account = useCurrentUser();
  return account && <OpenChatLink user={account} />;
}
const show = (content: React.ReactNode) => act(async () => page.show(content));
const countCalls = (name: string) => page.calls.filter((call) => call.name === name).length;
const listHrefs = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
const { t } = getTexts("ja");

test("ROOM-27 ROOM-18 the rooms of the account come first, then those that it can join", async () => {
  joined = [{ uuid: "mine", title: "Mine", is_joined: true }];
  joinable = [{ uuid: "other", title: "Other" }];
  await open("ja", { birthday });
  await show(<Part />);
  expect(listHrefs()).toEqual(["/ja/me/group_talks/mine", "/ja/me/group_talks/other"]);
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("ROOM-18 ROOM-27 without a birthday no joinable rooms are fetched, and the page asks for one", async () => {
  await open("ja", {});
  await show(<Part />);
  expect(screen.getByText(t("rooms.birthday_text"))).toBeTruthy();
  expect(countCalls("listJoinableRooms")).toBe(0);
});

test("ROOM-18 a registered birthday loads the rooms that the account can join", async () => {
  joinable = [{ uuid: "other", title: "Other" }];
  await open("ja", {});
  await show(<Part />);
  for (const [part, value] of [
    ["year", "2010"],
    ["month", "5"],
    ["day", "1"],
  ] as const) {
    fireEvent.change(screen.getByLabelText(t(`settings.birthday_${part}`)), { target: { value } });
  }
  await press(t("settings.birthday_save"));
  const dialog = await screen.findByRole("alertdialog");
  const buttons = [...dialog.querySelectorAll("button")];
  const confirm = buttons.find(({ textContent }) => textContent === t("settings.birthday_save"));
  await act(async () => confirm?.click());
  await waitFor(() => expect(listHrefs()).toEqual(["/ja/me/group_talks/other"]));
  expect(screen.queryByText(t("rooms.birthday_text"))).toBeNull();
  expect(countCalls("getCurrentUser")).toBe(1);
});

test.each([null, birthday])(
  "ROOM-17 in another language, an account with the birthday %o sees only its rooms",
  async (known) => {
    joined = [{ uuid: "mine", title: "Mine", is_joined: true }];
    joinable = [{ uuid: "other" }];
    await open("en", { birthday: known });
    await show(<Part />);
    expect(listHrefs()).toEqual(["/en/me/group_talks/mine"]);
    expect(countCalls("listJoinableRooms")).toBe(0);
    expect(screen.queryByRole("combobox")).toBeNull();
  },
);

test.each([
  { locale: "ja", rooms: 0, tabs: 2 },
  { locale: "en", rooms: 0, tabs: 0 },
  { locale: "en", rooms: 1, tabs: 2 },
] as const)("ROOM-17 in $locale with $rooms rooms there are $tabs tabs", async (row) => {
  joined = row.rooms > 0 ? [{ is_joined: true }] : [];
  await open(row.locale, {});
  await show(<TalksTabs tab={"talks" satisfies TalksTab} />);
  expect(listHrefs()).toHaveLength(row.tabs);
});

test.each([
  { locale: "ja", known: null, joinable: 0, isShown: true },
  { locale: "ja", known: birthday, joinable: 0, isShown: false },
  { locale: "ja", known: birthday, joinable: 1, isShown: true },
  { locale: "en", known: null, joinable: 1, isShown: false },
] as const)(
  "ROOM-19 the open chat link in $locale, birthday $known, $joinable joinable: $isShown",
  async (row) => {
    joinable = row.joinable > 0 ? [{}] : [];
    await open(row.locale, { birthday: row.known });
    await show(<Link />);
    expect(listHrefs()).toEqual(row.isShown ? ["/ja/me/talks?tab=rooms"] : []);
  },
);

test.each([
  { changes: { unread_count: 3 }, text: "3" },
  { changes: { unread_count: 11 }, text: "10+" },
  { changes: { is_muted: true }, text: "Muted" },
  { changes: { is_archived: true }, text: "Closed" },
  { changes: { members_count: 200 }, text: "200 members" },
])("ROOM-20 a room with $changes shows “$text”", async ({ changes, text }) => {
  joined = [{ is_joined: true, ...changes }];
  await open("en", {});
  await show(<Part />);
  expect(screen.getByText(text)).toBeTruthy();
});

const lastMessage = {
  body: "See you tomorrow",
  is_taken_back: false,
  me: false,
  display_name: "Momo",
  created_at: "2026-11-28T09:30:00.000Z",
  formatted_date_time: "Nov 28, 2026, 6:30 PM",
};

test.each([
  { changes: {}, text: "Momo: See you tomorrow" },
  { changes: { me: true }, text: "You: See you tomorrow" },
  { changes: { is_taken_back: true, body: "" }, text: "Message taken back" },
  { changes: { display_name: "" }, text: "Somebody who has left: See you tomorrow" },
])(
  "ROOM-27 a room whose last message is $changes shows “$text” and when",
  async ({ changes, text }) => {
    joined = [{ is_joined: true, last_message: { ...lastMessage, ...changes } }];
    await open("en", {});
    await show(<Part />);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText(lastMessage.formatted_date_time)).toBeTruthy();
  },
);

test("ROOM-27 rooms that can't be loaded can be tried again", async () => {
  await open("en", {});
  const reply = page.reply;
  page.reply = async () => ({ status: 500, data: null });
  await show(<Part />);
  expect(screen.getByText(getTexts("en").t("rooms.list_failed_title"))).toBeTruthy();
  joined = [{ is_joined: true }];
  page.reply = reply;
  await press("Try again");
  expect(listHrefs()).toEqual(["/en/me/group_talks/room-a"]);
});
