import { expect, test } from "vitest";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, setHidden } = calls;
const { postInRoom, takeBackInRoom, readRoom } = calls;

async function createMembers() {
  const uuid = await createRoom();
  const [yui, ken, mei] = [await createPerson(), await createPerson(), await createPerson()];
  const ids = [];
  for (const [person, name] of [
    [yui, "ゆい"],
    [ken, "けん"],
    [mei, "めい"],
  ] as const) {
    ids.push(await join(person, uuid, name));
  }
  const post = async (person: Person, body: string) =>
    (await postInRoom(person, uuid, body)).data.data.group_message;
  return { uuid, yui, ken, mei, idOfYui: ids[0] ?? "", post };
}

const findMessage = async (person: Person, uuid: string, key: string) =>
  (await readRoom(person, uuid)).group_messages.find((message) => message.key === key);

test("ROOM-09 ROOM-29 a reply to a message of a member whom one hides is posted, without its text for oneself and with it for others", async () => {
  const { uuid, yui, ken, mei, idOfYui, post } = await createMembers();
  const first = await post(yui, "ひみつのはなし");
  await setHidden(ken, uuid, idOfYui, true);
  const reply = await postInRoom(ken, uuid, "それで？", { reply_to: first.key });
  expect(reply.status).toBe(201);
  const { group_message } = reply.data.data;
  expect(group_message).toMatchObject({
    reply_to: first.key,
    replied_message: { body: "", is_hidden: true, is_taken_back: false },
  });
  expect(reply.text).not.toContain("ひみつのはなし");
  expect((await findMessage(mei, uuid, group_message.key))?.replied_message).toMatchObject({
    body: "ひみつのはなし",
    is_hidden: false,
  });
  // The hidden member sees a reply as any other.
  expect((await findMessage(yui, uuid, group_message.key))?.replied_message).toMatchObject({
    body: "ひみつのはなし",
    me: true,
    is_hidden: false,
  });
});

test("ROOM-09 a message that is taken back while others reply to it leaves no text in any reply", async () => {
  const { uuid, yui, ken, mei, post } = await createMembers();
  for (let round = 0; round < 4; round++) {
    const first = await post(yui, "けすことば");
    const replies = [ken, mei].map((person) =>
      postInRoom(person, uuid, "返信", { reply_to: first.key }),
    );
    const [taken, ...posted] = await Promise.all([
      takeBackInRoom(yui, uuid, first.key),
      ...replies,
    ]);
    expect(taken.status).toBe(200);
    for (const { status } of posted) expect([201, 404]).toContain(status);
    expect(JSON.stringify(await readRoom(ken, uuid))).not.toContain("けすことば");
    expect((await postInRoom(mei, uuid, "返信", { reply_to: first.key })).status).toBe(404);
  }
});

test("ROOM-09 a repeated reply whose message was taken back meanwhile returns the stored reply", async () => {
  const { uuid, yui, ken, post } = await createMembers();
  const first = await post(yui, "はじめ");
  const call = { key: createMessageKey(), reply_to: first.key };
  const reply = (await postInRoom(ken, uuid, "返信", call)).data.data.group_message;
  await takeBackInRoom(yui, uuid, first.key);
  const repeated = await postInRoom(ken, uuid, "返信", call);
  expect(repeated.status).toBe(201);
  expect(repeated.data.data.group_message).toMatchObject({
    key: reply.key,
    number: reply.number,
    replied_message: { body: "", is_taken_back: true },
  });
});

test("ROOM-09 a key of another room, also of one that the caller is in or has left, is no message to reply to", async () => {
  const { uuid, yui, ken } = await createMembers();
  const other = await createRoom();
  await join(yui, other);
  await join(ken, other);
  const elsewhere = (await postInRoom(yui, other, "べつの部屋のことば")).data.data.group_message;
  const reply = () => postInRoom(ken, uuid, "返信", { reply_to: elsewhere.key });
  expect((await reply()).status).toBe(404);
  await leave(ken, other);
  expect((await reply()).status).toBe(404);
  expect(JSON.stringify(await readRoom(ken, uuid))).not.toContain("べつの部屋のことば");
  expect((await readRoom(ken, uuid)).group_messages).toEqual([]);
});
