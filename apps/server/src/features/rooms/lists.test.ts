import { getRoom, listJoinableRooms, listRooms } from "@toibako/contract/rooms.ts";
import { expect, test, vi } from "vitest";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import type { Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, setHidden, block, postInRoom, takeBackInRoom } =
  calls;

const list = async ({ browser }: Person, page = "1") =>
  (await browser.send(listRooms, { query: { page, locale: "ja" } })).data.group_talks;

/** The last message of a room in the list of an account; undefined if the room isn't listed. */
const readLast = async (person: Person, uuid: string) =>
  (await list(person)).find((room) => room.uuid === uuid)?.last_message;

test("ROOM-27 the list shows the last message of each room, its sender's name there and its minute", async () => {
  const [yui, ken] = [await createPerson(), await createPerson()];
  const uuid = await createRoom();
  await join(yui, uuid, "ゆい");
  expect(await readLast(yui, uuid)).toBeNull();
  await join(ken, uuid, "けん");
  await postInRoom(yui, uuid, "おはよう");
  await executeSql("update messages set posted_minute = '2026-11-28 09:30:00Z'");
  const message = {
    body: "おはよう",
    is_taken_back: false,
    me: false,
    display_name: "ゆい",
    created_at: "2026-11-28T09:30:00.000Z",
  };
  expect(await readLast(ken, uuid)).toEqual({
    ...message,
    formatted_date_time: expect.stringMatching(/18:30$/),
  });
  expect(await readLast(yui, uuid)).toMatchObject({ ...message, me: true });
  const { key } = (await postInRoom(ken, uuid, "まちがい")).data.data.group_message;
  await takeBackInRoom(ken, uuid, key);
  expect(await readLast(yui, uuid)).toMatchObject({ body: "", is_taken_back: true });
  // The name of somebody whose account was destroyed is gone.
  await leave(ken, uuid);
  await executeSql("update room_members set display_name = '', user_pk = null where is_left");
  expect(await readLast(yui, uuid)).toMatchObject({ display_name: "" });
});

test("ROOM-27 ROOM-29 the last message is not one of a hidden member", async () => {
  const [yui, ken, mei] = [await createPerson(), await createPerson(), await createPerson()];
  const uuid = await createRoom();
  await join(yui, uuid, "ゆい");
  const hidden = await join(ken, uuid, "けん");
  await join(mei, uuid, "めい");
  await postInRoom(ken, uuid, "かくれる");
  await setHidden(yui, uuid, hidden, true);
  expect(await readLast(yui, uuid)).toBeNull();
  await postInRoom(mei, uuid, "みえる");
  for (let n = 0; n < 3; n++) await postInRoom(ken, uuid, "かくれる");
  expect(await readLast(yui, uuid)).toMatchObject({ body: "みえる" });
  expect(await readLast(mei, uuid)).toMatchObject({ body: "かくれる" });
  await setHidden(yui, uuid, hidden, false);
  expect(await readLast(yui, uuid)).toMatchObject({ body: "かくれる" });
});

test("ROOM-05 ROOM-12 ROOM-27 who is blocked reads the last message, and who isn't a member reads it nowhere", async () => {
  const [yui, blocked, former, stranger] = [
    await createPerson(),
    await createPerson(),
    await createPerson(),
    await createPerson(),
  ];
  const uuid = await createRoom();
  for (const person of [yui, blocked, former]) await join(person, uuid);
  await block(blocked, uuid);
  await leave(former, uuid);
  await postInRoom(yui, uuid, "なかだけの言葉");
  expect(await readLast(blocked, uuid)).toMatchObject({ body: "なかだけの言葉" });
  expect(await readLast(former, uuid)).toBeUndefined();
  for (const browser of [former.browser, stranger.browser, site.openBrowser()]) {
    const { text } = await browser.send(getRoom, { params: { uuid } });
    expect(text).toContain(uuid);
    expect(text).not.toContain("なかだけの言葉");
  }
  const offered = await former.browser.send(listJoinableRooms, { query: { locale: "ja" } });
  expect(offered.text).toContain(uuid);
  expect(offered.text).not.toContain("なかだけの言葉");
});

test("ROOM-20 ROOM-27 the list of somebody in 20 rooms takes one statement, as that of one room does", async () => {
  const [yui, ken] = [await createPerson(), await createPerson()];
  /**
   * Lists the rooms; returns them and the number of statements beside the one that reads the session. Hints of earlier
   * messages may be sent meanwhile.
   */
  const count = async () => {
    const query = vi.spyOn(site.services.db, "query").mockClear();
    const rooms = await list(yui);
    const names = query.mock.calls.map(([, , name]) => name);
    return {
      rooms,
      statements: names.filter((name) => name !== "rooms.selectPresentAccounts").length - 1,
    };
  };
  const enter = async () => {
    const uuid = await createRoom();
    await join(yui, uuid, "ゆい");
    const hidden = await join(ken, uuid, "けん");
    await setHidden(yui, uuid, hidden, true);
    await postInRoom(yui, uuid, `ここは${uuid}`);
    await postInRoom(ken, uuid, "かくれる");
    return uuid;
  };
  const first = await enter();
  expect(await count()).toMatchObject({ rooms: [{ uuid: first }], statements: 1 });
  for (let n = 1; n < 20; n++) await enter();
  const { rooms, statements } = await count();
  expect(statements).toBe(1);
  expect(rooms).toHaveLength(20);
  for (const { uuid, last_message } of rooms) expect(last_message?.body).toBe(`ここは${uuid}`);
});

test("ROOM-24 a visitor gets the picture that invites to a room, wide and tall, in any theme, but none of a missing room", async () => {
  const uuid = await createRoom({ title: "本の部屋" });
  const visitor = site.openBrowser();
  const request = (path: string) => visitor.sendRaw("GET", `/cards/rooms/${path}`);
  const readSize = ({ bytes }: { bytes: Buffer }) => [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
  ];
  const wide = await request(`ja/${uuid}.png`);
  expect(readSize(wide)).toEqual([1200, 630]);
  expect(readSize(await request(`ja/${uuid}.tall.png`))).toEqual([1080, 1920]);
  const night = await request(`ja/${uuid}.png?theme=night`);
  expect(night.status).toBe(200);
  expect(night.bytes.equals(wide.bytes)).toBe(false);
  for (const path of ["ja/AAAAAAAAAAAAAAAAAAAAAA.png", `xx/${uuid}.png`]) {
    expect((await request(path)).status).toBe(404);
  }
});
