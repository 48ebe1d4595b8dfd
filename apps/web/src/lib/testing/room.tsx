import { useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";
import type { RoomMember } from "@toibako/contract/rooms/members.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { vi } from "vitest";
import { newestRoomMessagesQuery } from "#features/rooms/queries/messages.ts";
import { roomQuery } from "#features/rooms/queries/room.ts";
import type { Reply } from "#lib/http/transport.ts";
import { RoomScreen, type RoomScreenProps } from "#widgets/room-screen/room-screen.tsx";
import { type Call, openPage, type TestPage } from "./page.tsx";

export const roomUuid = "room-a";

const user = {
  id: "user-mina",
  account: "mina",
  time_zone: "UTC",
  provider: [] as CurrentUser["provider"],
} as CurrentUser;

const exampleRoom: Room = {
  uuid: roomUuid,
  room_type: "open_chat_by_grade",
  priority: 10,
  title: "Tea room",
  description: "For friends of tea.",
  icon_url: "/avatars/cat.svg",
  locale: "ja",
  members_count: 3,
  is_joined: true,
  is_blocked: false,
  is_archived: false,
  is_without_latin: false,
  is_muted: false,
  is_rules_accepted: true,
  unread_count: 0,
  group_talk_user_summary_id: "member-me",
  personal_answer_group_id: "questions-a",
};

/** What the server stores. */
interface RoomServer {
  room: Room;
  messages: RoomMessage[];
  members: RoomMember[];
  /** Ids of members whose name has changed since the page was opened. */
  changedMembers: string[];
  last_change: number;
  /** How posts are refused; the status 0 stands for a server that isn't reached. */
  refusal: { status: number; code: ErrorCode } | undefined;
}

export let server: RoomServer;
export let page: TestPage;
export const handlers = {
  openModalFor: vi.fn<RoomScreenProps["openModalFor"]>(),
  onMembers: vi.fn(),
  onMember: vi.fn(),
  onProfile: vi.fn(),
  onInvite: vi.fn(),
  onReport: vi.fn(),
  onLeft: vi.fn(),
};

const createMember = (id: string, display_name: string): RoomMember => ({
  id,
  display_name,
  icon_url: "/avatars/cat.svg",
  is_me: id === "member-me",
  has_left: false,
  is_hidden: false,
});

/** Call it before each test. */
export async function prepareRoom() {
  server = {
    room: exampleRoom,
    messages: [],
    members: [
      createMember("member-me", "Mina"),
      createMember("member-ken", "Ken"),
      createMember("member-yui", "Yui"),
    ],
    changedMembers: [],
    last_change: 0,
    refusal: undefined,
  };
  page = await openPage();
  page.reply = replyTo;
  for (const handler of Object.values(handlers)) handler.mockReset();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {} }));
  page.client.setQueryData([getCurrentUser.name], { user });
}

/** Call it after each test. */
export function cleanUpRoom() {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

interface StoredFields {
  by?: string;
  key?: string;
  replies_to?: RoomMessage | undefined;
  created_at?: string;
}

export function storeIn(
  body: string,
  { by = "member-ken", key = `key of ${body}`, replies_to, created_at }: StoredFields = {},
): RoomMessage {
  server.last_change += 1;
  const member = server.members.find(({ id }) => id === by);
  const message: RoomMessage = {
    key,
    body,
    number: server.last_change,
    change: server.last_change,
    is_taken_back: false,
    is_read: false,
    me: by === "member-me",
    created_at: created_at ?? "2026-11-20T09:05:00Z",
    formatted_date_time: "20 Nov 09:05",
    formatted_date: "20 Nov",
    formatted_time: "09:05",
    group_talk_user_summary_id: by,
    display_name: member?.display_name ?? "",
    has_left: false,
    icon_url: member?.icon_url ?? "",
    reply_to: replies_to?.key ?? null,
    replied_message: replies_to ? quote(replies_to) : null,
  };
  server.messages.push(message);
  return message;
}

function quote(message: RoomMessage): NonNullable<RoomMessage["replied_message"]> {
  const { key, number, group_talk_user_summary_id, display_name, body, is_taken_back, me } =
    message;
  const sender = { group_talk_user_summary_id, display_name, me };
  return { key, number, ...sender, body, is_taken_back, is_hidden: false };
}

function describeState() {
  const { last_change, room } = server;
  const { members_count, is_blocked } = room;
  const hidden_members = server.members.filter((each) => each.is_hidden).map(({ id }) => id);
  return { last_change, own_read_number: 0, members_count, is_blocked, hidden_members };
}

function readMessages({ after, before }: Record<string, unknown> = {}) {
  const hidden = new Set(server.members.filter((each) => each.is_hidden).map(({ id }) => id));
  const found = server.messages.filter(
    ({ number, change, group_talk_user_summary_id }) =>
      !hidden.has(group_talk_user_summary_id) &&
      (after === undefined || change > Number(after)) &&
      (before === undefined || number < Number(before)),
  );
  if (after === undefined) found.reverse();
  const changed = server.members.filter(({ id }) => server.changedMembers.includes(id));
  return {
    group_messages: found.slice(0, 20),
    members: after === undefined ? [] : changed,
    state: describeState(),
    has_more: found.length > 20,
  };
}

function replyTo({ name, query, body, params }: Call): Promise<Reply> | undefined {
  const send = (data: unknown, status = 200) => Promise.resolve({ status, data });
  switch (name) {
    case "listRoomMessages":
      return send(readMessages(query));
    case "getRoom":
      return send({ group_talk: server.room });
    case "readAllRoomMessages":
    case "leaveRoom":
      return send({});
    case "acceptRoomRules":
      server.room = { ...server.room, is_rules_accepted: true };
      return send({ group_talk: server.room });
    case "updateRoom":
      server.room = { ...server.room, ...(body as Partial<Room>) };
      return send({ group_talk: server.room });
    case "postRoomMessage":
      return replyToPost(body as PostBody);
    case "takeBackRoomMessage":
      return send({ data: { group_message: takeBack(params?.key) }, state: describeState() });
    case "hideRoomMember":
      return send(hide(params?.id, body as Pick<RoomMember, "is_hidden">));
    case "listRoomMembers":
      return send({ members: server.members, pager: { current_page: 1, total_pages: 1 } });
    case "reportRoomMessage":
      return send({}, 201);
    default:
      return undefined;
  }
}

interface PostBody {
  group_message: { body: string; key: string };
  reply_to_group_message_key: string | null;
}

function replyToPost({ group_message, reply_to_group_message_key }: PostBody): Promise<Reply> {
  const { body, key } = group_message;
  if (!server.refusal) {
    const replies_to = server.messages.find((each) => each.key === reply_to_group_message_key);
    const stored = storeIn(body, { by: "member-me", key, replies_to });
    const data = { data: { group_message: stored }, state: describeState() };
    return Promise.resolve({ status: 201, data });
  }
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

function hide(id: unknown, { is_hidden }: Pick<RoomMember, "is_hidden">) {
  const member = server.members.find((each) => each.id === id);
  if (member) member.is_hidden = is_hidden;
  return { is_hidden };
}

/** Opens a room with the newest messages, as the server has rendered it. */
export async function openRoom(changes: Partial<Room> = {}) {
  server.room = { ...server.room, ...changes };
  page.client.setQueryData(roomQuery(roomUuid, "en").queryKey, { group_talk: server.room });
  page.client.setQueryData(newestRoomMessagesQuery(roomUuid, "en").queryKey, readMessages());
  await act(async () => page.show(<ShownRoom />));
}

/** The screen of the cached room, as its page shows it. */
function ShownRoom() {
  const { data } = useQuery({ ...roomQuery(roomUuid, "en"), staleTime: Number.POSITIVE_INFINITY });
  return data && <RoomScreen room={data.group_talk} user={user} {...handlers} />;
}

export const listRoomCalls = (name: string) => page.calls.filter((call) => call.name === name);

export const getRoomField = () => screen.getByLabelText<HTMLTextAreaElement>("Write a message");

export const writeInRoom = (value: string) =>
  act(async () => void fireEvent.change(getRoomField(), { target: { value } }));

/** The texts of the messages that are shown. */
export const listRoomTexts = () =>
  [...document.querySelectorAll("[data-message]")].map(
    (row) => row.querySelector("p")?.textContent,
  );

/** Opens the menu of a message and chooses an entry. */
export async function chooseInMenu(text: string, entry: string) {
  const row = screen.getByText(text).closest<HTMLElement>("[data-message]");
  const button = row?.querySelector<HTMLElement>("[aria-haspopup=menu]");
  if (button) await act(async () => void fireEvent.click(button));
  const item = await screen.findByRole("menuitem", { name: entry });
  await act(async () => void fireEvent.click(item));
}
