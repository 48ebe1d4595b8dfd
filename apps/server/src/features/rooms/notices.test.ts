import { listNotices } from "@toibako/contract/notices.ts";
import { expect, test, vi } from "vitest";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import type { Person } from "#platform/testing/talks.ts";
import { unsealRecipient } from "../push/policy.ts";
import { countNewInRooms } from "./queries/unread.ts";

const site = await openSite();
const { services } = site;
const { executeSql } = services.database;
const {
  createPerson,
  createRoom,
  join,
  leave,
  postInRoom,
  takeBackInRoom,
  readAllInRoom,
  readUpTo,
  readRoom,
  ...calls
} = createRoomCalls(site);

async function listRoomNotices({ browser }: Person) {
  await services.jobs.drain();
  const { notices } = (
    await browser.send(listNotices, { headers: { "accept-language": "ja" } } as never)
  ).data;
  return notices.filter(({ kind }) => kind === "new_talk_message");
}

/** A room in which the first of three members has written. */
async function createTalkedRoom() {
  const uuid = await createRoom({ title: "おやつの部屋" });
  const people = [await createPerson(), await createPerson(), await createPerson()] as const;
  const ids = [];
  for (const person of people) ids.push(await join(person, uuid));
  const [yui, ken, mei] = people;
  const { key } = (await postInRoom(yui, uuid, "おなかすいた")).data.data.group_message;
  const reply = async (person: Person, body = "ひみつの返信") =>
    (await postInRoom(person, uuid, body, { reply_to: key })).data.data.group_message.key;
  return { uuid, yui, ken, mei, ids, key, reply };
}

test("NOTE-08 replies to oneself are one notice of the room, with its title alone, renewed by later ones and removed by reading", async () => {
  const { uuid, yui, ken, mei, key, reply } = await createTalkedRoom();
  await postInRoom(ken, uuid, "だれにも");
  expect(await listRoomNotices(yui)).toEqual([]);
  await reply(ken);
  const notices = await listRoomNotices(yui);
  expect(notices).toMatchObject([
    {
      text: "「おやつの部屋」であなたに返信がありました。",
      urn: `/ja/me/group_talks/${uuid}`,
      is_new: true,
      people: [],
      quote: null,
    },
  ]);
  expect(JSON.stringify(notices)).not.toContain("ひみつ");
  await executeSql("update received_notices set is_seen = true");
  expect(await listRoomNotices(yui)).toMatchObject([{ is_new: false }]);
  await reply(mei);
  expect(await listRoomNotices(yui)).toMatchObject([{ is_new: true }]);
  expect([await listRoomNotices(ken), await listRoomNotices(mei)]).toEqual([[], []]);
  // Reading up to an earlier message leaves the notice of the reply.
  const { group_messages, state } = await readRoom(yui, uuid);
  const newest = group_messages[0]?.number ?? 0;
  await readUpTo(yui, uuid, newest - 1);
  expect(await listRoomNotices(yui)).toHaveLength(1);
  expect((await readRoom(yui, uuid)).state.own_read_number).toBe(newest - 1);
  expect(state.last_change).toBe((await readRoom(yui, uuid)).state.last_change);
  await readUpTo(yui, uuid, state.last_change);
  expect(await listRoomNotices(yui)).toEqual([]);
  // A reply to one's own message notifies nobody.
  await postInRoom(yui, uuid, "ひとりごと", { reply_to: key });
  expect(await listRoomNotices(yui)).toEqual([]);
});

test("NOTE-08 a reply that is read before the job runs, taken back, or of a hidden member, and one in a muted or left room, cause no notice", async () => {
  const { uuid, yui, ken, mei, ids, reply } = await createTalkedRoom();
  await reply(ken);
  await readAllInRoom(yui, uuid);
  expect(await listRoomNotices(yui)).toEqual([]);
  const first = await reply(ken);
  const second = await reply(ken);
  expect(await listRoomNotices(yui)).toHaveLength(1);
  await executeSql("update received_notices set is_seen = true");
  await takeBackInRoom(ken, uuid, second);
  expect(await listRoomNotices(yui)).toMatchObject([{ is_new: false }]);
  await takeBackInRoom(ken, uuid, first);
  expect(await listRoomNotices(yui)).toEqual([]);
  await calls.setHidden(yui, uuid, ids[1] ?? "", true);
  await reply(ken);
  expect(await listRoomNotices(yui)).toEqual([]);
  await executeSql("update participants set is_muted = true where user_pk = $1", [
    await calls.findPk(yui),
  ]);
  await reply(mei);
  expect(await listRoomNotices(yui)).toEqual([]);
  await executeSql("update participants set is_muted = false");
  await reply(mei);
  await leave(yui, uuid);
  expect(await listRoomNotices(yui)).toEqual([]);
});

test("NOTE-08 ROOM-12 who is blocked in a room gets neither notice nor push of a reply, also if the block comes before the job runs", async () => {
  const { uuid, yui, ken, reply } = await createTalkedRoom();
  const pushJob = site.jobs.find(({ definition }) => definition.name === "send_push");
  if (!pushJob) throw new Error("no job sends pushes");
  const sendPush = vi.spyOn(pushJob, "run");
  await reply(ken);
  await calls.block(yui, uuid);
  expect(await listRoomNotices(yui)).toEqual([]);
  await reply(ken);
  expect(await listRoomNotices(yui)).toEqual([]);
  expect(sendPush).not.toHaveBeenCalled();
  await calls.unblock(yui);
  await reply(ken);
  expect(await listRoomNotices(yui)).toHaveLength(1);
  expect(sendPush).toHaveBeenCalledOnce();
});

test("NOTE-08 SET-20 a reply is pushed once as a message, however often its job runs", async () => {
  const { yui, ken, reply } = await createTalkedRoom();
  await services.jobs.drain();
  await reply(ken);
  const { rows } = await executeSql(
    "select data from pgboss.job where name = 'update_room_notices'",
  );
  const job = site.jobs.find(({ definition }) => definition.name === "update_room_notices");
  for (let run = 0; run < 2; run++)
    await job?.run((rows as { data: object }[]).map(({ data }) => data));
  const user_pk = await calls.findPk(yui);
  const pushes = await executeSql("select data from pgboss.job where name = 'send_push'");
  const kinds = (pushes.rows as { data: { sealed_recipient: string } }[]).flatMap(({ data }) => {
    const recipient = unsealRecipient(services.secrets, data.sealed_recipient);
    return recipient?.user_pk === user_pk ? [recipient.kind] : [];
  });
  expect(kinds).toEqual(["message"]);
  await services.jobs.drain();
});

test("NOTE-08 the daily mail counts the unread messages of rooms in its period", async () => {
  const { uuid, ken } = await createTalkedRoom();
  const user_pk = await calls.findPk(ken);
  const hour = 3_600_000;
  const count = (start: number, end: number) =>
    countNewInRooms(services.db, user_pk, {
      start: new Date(Date.now() + start * hour),
      end: new Date(Date.now() + end * hour),
    });
  expect([await count(-1, 1), await count(1, 2), await count(-2, -1)]).toEqual([1, 0, 0]);
  await executeSql("update participants set is_muted = true where user_pk = $1", [user_pk]);
  expect(await count(-1, 1)).toBe(0);
  await executeSql("update participants set is_muted = false where user_pk = $1", [user_pk]);
  await readAllInRoom(ken, uuid);
  expect(await count(-1, 1)).toBe(0);
});
