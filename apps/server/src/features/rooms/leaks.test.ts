import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  getRoomMember,
  getRoomQuestions,
  hideRoomMember,
  listRoomAnswers,
  listRoomMembers,
  updateRoomMember,
} from "@toibako/contract/rooms/members.ts";
import {
  listRoomMessages,
  postRoomMessage,
  readAllRoomMessages,
  reportRoomMessage,
  takeBackRoomMessage,
} from "@toibako/contract/rooms/messages.ts";
import {
  acceptRoomRules,
  getRoom,
  leaveRoom,
  listJoinableRooms,
  listRooms,
  shareRoom,
  startRoomShare,
  updateRoom,
} from "@toibako/contract/rooms.ts";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import type { Events } from "#platform/events/events.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  createRoomCalls,
  officialAnswers,
  officialQuestion,
  officialRoom,
  sendJoin,
} from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, type Person } from "#platform/testing/talks.ts";
import { routes } from "./routes.ts";

const site = await openSite();
const { services } = site;
const { executeSql } = services.database;
const calls = createRoomCalls(site);
const {
  createPerson,
  createRoom,
  join: enter,
  leave,
  postInRoom,
  readRoom,
  findEventOwner,
} = calls;

const params = { uuid: officialRoom };
const picture = await sharp({
  create: { width: 40, height: 40, channels: 3, background: "#c83c5a" },
})
  .png()
  .toBuffer();
const base64_image = picture.toString("base64");

async function join({ browser }: Person, uuid: string, display_name: string) {
  const { data, text } = await sendJoin(browser, { display_name, base64_image }, uuid);
  if (!data.group_talk_user_summary_id) throw new Error(text);
  await browser.send(acceptRoomRules, { params: { uuid } });
  return data.group_talk_user_summary_id;
}

/** Everything by which an account could be recognised. */
async function listSecrets({ account }: Person): Promise<string[]> {
  await calls.setColumns(account, {
    displaying_name: "SECRET-NAME",
    icon_url: "/pictures/SECRETPICTURE000000000.webp",
    self_introduction: "SECRET-TEXT",
    email: "secret@example.com",
  });
  const { rows } = await executeSql("select pk, id from users where account = $1", [account]);
  const { pk, id } = rows[0] as { pk: unknown; id: string };
  const { secrets } = services;
  const identity = secrets.deriveAccountIdentity(Number(pk));
  const derived = [identity, secrets.deriveEventOwner(identity)].map((value) =>
    Buffer.from(value as string | Uint8Array),
  );
  const encoded = derived.flatMap((bytes) =>
    (["utf8", "hex", "base64", "base64url"] as const).map((encoding) => bytes.toString(encoding)),
  );
  return [account, id, "SECRET", "secret@", ...encoded];
}

/**
 * Collects what the event streams of a person send, which is the event and not its owners; returns a function that waits
 * until that has a text, and returns all.
 */
async function collectEvents(person: Person) {
  const { bus } = services;
  const owner = await findEventOwner(person);
  let text = "";
  bus.subscribe("stream", ({ owners, event }: Events["stream"]) => {
    if (owners.includes(owner)) text += JSON.stringify(event);
  });
  return async function readUntil(part: string): Promise<string> {
    await vi.waitFor(() => expect(text).toContain(part), { timeout: 10_000 });
    return text;
  };
}

interface Target {
  /** The membership and a message of the member whom the calls are about. */
  id: string;
  key: string;
}

/** A call of every route of rooms, in this order: the last one leaves the room. */
const listCalls = (
  { browser }: { browser: Browser },
  { id, key }: Target,
): Record<string, () => Promise<{ status: number; text: string; headers: object }>> => ({
  getRoom: () => browser.send(getRoom, { params }),
  listRooms: () => browser.send(listRooms, {}),
  listJoinableRooms: () => browser.send(listJoinableRooms, {}),
  joinRoom: () => sendJoin(browser, { display_name: "もういちど" }),
  acceptRoomRules: () => browser.send(acceptRoomRules, { params }),
  updateRoom: () => browser.send(updateRoom, { params, body: { is_muted: false } }),
  startRoomShare: () => browser.send(startRoomShare, { params }),
  shareRoom: () => browser.send(shareRoom, { params }),
  getRoomQuestions: () =>
    browser.send(getRoomQuestions, { params: { id: "favourites-questions--" } }),
  listRoomMembers: () => browser.send(listRoomMembers, { params }),
  getRoomMember: () => browser.send(getRoomMember, { params: { id } }),
  updateRoomMember: () =>
    browser.send(updateRoomMember, {
      params: { id },
      body: { display_name: "なりすまし", personal_answers: [] },
    }),
  listRoomAnswers: () =>
    browser.send(listRoomAnswers, { params: { ...params, question_id: officialQuestion } }),
  listRoomMessages: () => browser.send(listRoomMessages, { query: { uuid: officialRoom } }),
  postRoomMessage: () =>
    browser.send(postRoomMessage, {
      body: {
        group_message: { group_talk_uuid: officialRoom, body: "返信", key: createMessageKey() },
        reply_to_group_message_key: key,
      },
    }),
  takeBackRoomMessage: () =>
    browser.send(takeBackRoomMessage, { params: { uuid: officialRoom, key } }),
  readAllRoomMessages: () => browser.send(readAllRoomMessages, { params }),
  reportRoomMessage: () =>
    browser.send(reportRoomMessage, {
      params: { uuid: officialRoom, key },
      body: { reason: "harassment" },
    }),
  hideRoomMember: () =>
    browser.send(hideRoomMember, { params: { id }, body: { is_hidden: false } }),
  leaveRoom: () => browser.send(leaveRoom, { params }),
});

/** Sends each call and returns the status and everything of the reply, by the name of the route. */
async function sendAll(person: { browser: Browser }, target: Target) {
  const replies: Record<string, { status: number; text: string }> = {};
  for (const [name, call] of Object.entries(listCalls(person, target))) {
    const { status, text, headers } = await call();
    replies[name] = { status, text: text + JSON.stringify(headers) };
  }
  return replies;
}

/** Names of fields that would belong to an account. */
const accountFields = /"(?:user_?id|user_?pk|pk|account|handle|email|identity|displaying_name)"/;

test("ROOM-30 PRIV-12 every reply, picture and event of a room leads to no account of another member", async () => {
  const seen = await createPerson();
  const reader = await createPerson();
  const secrets = await listSecrets(seen);
  const id = await join(seen, officialRoom, "ひみつの人");
  await join(reader, officialRoom, "のぞく人");
  const readEvents = await collectEvents(reader);
  const { key } = (await postInRoom(seen, officialRoom, "みえる言葉")).data.data.group_message;
  const own = (await postInRoom(reader, officialRoom, "きいて")).data.data.group_message;
  await postInRoom(seen, officialRoom, "きいた", { reply_to: own.key });
  await seen.browser.send(updateRoomMember, {
    params: { id },
    body: { display_name: "べつの人", personal_answers: officialAnswers },
  });
  await services.jobs.drain();
  const texts = [
    (await reader.browser.send(listNotices, {})).text,
    (await reader.browser.send(getUnreadCounts, {})).text,
    (await reader.browser.send(listRoomMessages, { query: { uuid: officialRoom, after: "0" } }))
      .text,
  ];
  const icon_url = (await reader.browser.send(getRoomMember, { params: { id } })).data.icon_url;
  expect(icon_url).toMatch(/^\/pictures\//);
  const served = await reader.browser.sendRaw("GET", icon_url);
  texts.push(served.bytes.toString("latin1"), JSON.stringify(served.headers));

  const replies = await sendAll(reader, { id, key });
  // A new route needs a call here.
  const names = [...routes.map(({ endpoint }) => endpoint.name), shareRoom.name];
  expect(Object.keys(replies).sort()).toEqual(names.sort());
  const refused = Object.entries(replies).filter(([, { status }]) => status >= 300);
  expect(refused.map(([name, { status }]) => [name, status])).toEqual([
    // The reader has linked no account of X.
    ["shareRoom", 422],
    ["updateRoomMember", 403],
    ["takeBackRoomMessage", 404],
  ]);
  expect(replies.listRoomMembers?.text).toContain("べつの人");
  texts.push(await readEvents(officialRoom), ...Object.values(replies).map(({ text }) => text));
  for (const text of texts) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text.match(accountFields)?.[0]).toBeUndefined();
  }
});

test("ROOM-01 ROOM-12 ROOM-30 a stranger, a former member, a pupil and a visitor get no name, picture, text or id of a member from any route, nor an event", async () => {
  const member = await createPerson();
  const id = await join(member, officialRoom, "なかのひと");
  const { key } = (await postInRoom(member, officialRoom, "なかのことば")).data.data.group_message;
  const { icon_url } = (await member.browser.send(getRoomMember, { params: { id } })).data;
  const former = await createPerson();
  await join(former, officialRoom, "もとのひと");
  await former.browser.send(leaveRoom, { params });
  // Without a birthday, the call of `joinRoom` lets nobody in.
  await calls.setColumns(former.account, { birthday: null });
  const strangers: Record<string, { browser: Browser }> = {
    stranger: await createPerson({ birthday: null }),
    pupil: await createPerson({ birthday: `${new Date().getUTCFullYear() - 15}-06-01` }),
    "former member": former,
    visitor: { browser: site.openBrowser() },
  };
  const readFormer = await collectEvents(former);
  for (const [who, person] of Object.entries(strangers)) {
    const replies = await sendAll(person, { id, key });
    for (const [name, { text }] of Object.entries(replies)) {
      for (const hidden of ["なかのひと", "なかのことば", id, icon_url]) {
        expect([who, name, text.includes(hidden)]).toEqual([who, name, false]);
      }
    }
    expect([who, replies.getRoom?.status]).toEqual([who, 200]);
  }
  const readMember = await collectEvents(member);
  await postInRoom(member, officialRoom, "まだいる");
  await readMember(officialRoom);
  // An event that comes after those of the room.
  const { bus } = services;
  const owner = await findEventOwner(former);
  bus.publish("stream", { owners: [owner], event: { kind: "counts", data: {} } });
  expect(await readFormer("counts")).not.toContain(officialRoom);
});

test("ROOM-15 ROOM-30 one picture has another address in each room, and one account another id", async () => {
  const person = await createPerson();
  const second = "first-room-late-hours-";
  const first_id = await join(person, officialRoom, "ふたつの部屋");
  const profile = {
    display_name: "ふたつの部屋",
    personal_answers: [{ question_id: "late-hours-question-1-", value: "夜型" }],
    base64_image,
  };
  const { data } = await sendJoin(person.browser, profile, second);
  const ids = [first_id, data.group_talk_user_summary_id];
  await person.browser.send(leaveRoom, { params });
  ids.push(await join(person, officialRoom, "ふたつの部屋"));
  expect(new Set(ids)).toHaveLength(3);
  const urls = [];
  for (const id of ids.slice(1)) {
    urls.push((await person.browser.send(getRoomMember, { params: { id } })).data.icon_url);
  }
  expect(new Set(urls)).toHaveLength(2);
});

/** Replaces ids, keys and drawn pictures by the order in which they first appear. */
function maskRandom(text: string): string {
  const seen = new Map<string, number>();
  return text
    .replaceAll(/\/avatars\/[\w-]+\.svg/g, "avatar")
    .replaceAll(/"([\w-]{16,22})"/g, (_match, id: string) => {
      if (!seen.has(id)) seen.set(id, seen.size);
      return `"random ${seen.get(id)}"`;
    });
}

test("ROOM-30 no order, number or length in a room follows from which account is older", async () => {
  const readWorld = async (isReaderOlder: boolean) => {
    const people = [await createPerson(), await createPerson(), await createPerson()];
    const [reader, yui, ken] = (isReaderOlder ? people : people.toReversed()) as [
      Person,
      Person,
      Person,
    ];
    const uuid = await createRoom();
    await enter(yui, uuid, "ゆい");
    await enter(ken, uuid, "けん");
    await enter(reader, uuid, "よむひと");
    const { key } = (await postInRoom(ken, uuid, "こんにちは")).data.data.group_message;
    await postInRoom(yui, uuid, "やあ", { reply_to: key });
    await leave(ken, uuid);
    const page = await readRoom(reader, uuid);
    const changes = await readRoom(reader, uuid, { after: "0" });
    const { text } = await reader.browser.send(listRoomMembers, { params: { uuid } });
    const room = await reader.browser.send(getRoom, { params: { uuid } });
    return maskRandom(JSON.stringify([page, changes]) + text + room.text).replaceAll(
      /"(?:\w+_at|formatted_\w+)":"[^"]*"/g,
      "time",
    );
  };
  expect(await readWorld(true)).toBe(await readWorld(false));
});
