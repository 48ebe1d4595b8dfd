import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { reportRoomMessage } from "@toibako/contract/rooms/messages.ts";
import { acceptMessageTerms } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, rename, setHidden, block, unblock } = calls;
const { postInRoom, takeBackInRoom, readAllInRoom, listInRoom, readRoom } = calls;

/** A room with members, and the ids of their memberships. */
async function createMembers<const N extends readonly string[]>(
  names: N,
  columns: Parameters<typeof createRoom>[0] = {},
) {
  const uuid = await createRoom(columns);
  const people: { [K in keyof N]: Person } = [] as never;
  const ids: string[] = [];
  for (const name of names) {
    const person = await createPerson();
    (people as Person[]).push(person);
    ids.push(await join(person, uuid, name));
  }
  return { uuid, people, ids };
}

async function posted(...call: Parameters<typeof postInRoom>) {
  const { status, data, text } = await postInRoom(...call);
  if (status !== 201) throw new Error(text);
  return data.data.group_message;
}

const countUnread = async ({ browser }: Person) => (await browser.send(getUnreadCounts, {})).data;

test("ROOM-05 ROOM-06 a message has the name, picture and membership that its sender has in the room, and no account", async () => {
  const { uuid, people, ids } = await createMembers(["ゆい", "けん"]);
  const [yui, ken] = people;
  const message = await posted(yui, uuid, "こんにちは");
  expect(message).toMatchObject({
    body: "こんにちは",
    me: true,
    is_read: true,
    display_name: "ゆい",
    group_talk_user_summary_id: ids[0],
    reply_to: null,
    replied_message: null,
    has_left: false,
  });
  const page = await listInRoom(ken, uuid);
  expect(page.data.group_messages).toEqual([{ ...message, me: false, is_read: false }]);
  expect(page.data.state).toMatchObject({ members_count: 2, own_read_number: 0 });
  expect(page.text).not.toContain(yui.account);
});

test("ROOM-05 ROOM-12 only members read, also those whom staff have blocked, and in an archived room", async () => {
  const { uuid, people } = await createMembers(["ゆい", "けん"]);
  const [yui, ken] = people;
  const stranger = await createPerson();
  await posted(yui, uuid, "なか");
  expect((await listInRoom(stranger, uuid)).error?.code).toBe("forbidden");
  expect((await listInRoom(stranger, "no-such-room-at-all")).status).toBe(404);
  await leave(ken, uuid);
  expect((await listInRoom(ken, uuid)).status).toBe(403);
  await block(yui, uuid);
  await executeSql("update rooms set is_archived = true");
  const read = await listInRoom(yui, uuid);
  expect(read.status).toBe(200);
  expect(read.data.state.is_blocked).toBe(true);
  await executeSql("update rooms set is_archived = false");
});

test("ROOM-12 TALK-29 posting needs the terms, the rules, an open room and no block, and each refusal says which", async () => {
  const { uuid, people } = await createMembers(["ゆい", "けん"]);
  const [yui, ken] = people;
  const post = async () => (await postInRoom(yui, uuid, "まだ？")).error?.code;
  const setRules = (value: boolean) =>
    executeSql("update room_members set is_rules_accepted = $1 where display_name = 'ゆい'", [
      value,
    ]);
  await setRules(false);
  expect(await post()).toBe("rules_needed");
  await executeSql("update rooms set is_archived = true");
  expect(await post()).toBe("room_closed");
  await block(yui, uuid);
  expect(await post()).toBe("room_blocked");
  await calls.setColumns(yui.account, { is_message_tos_showed: false });
  expect(await post()).toBe("terms_needed");
  await yui.browser.send(acceptMessageTerms, {});
  await unblock(yui);
  await block(yui, null);
  expect(await post()).toBe("room_blocked");
  await unblock(yui);
  await executeSql("update rooms set is_archived = false");
  await setRules(true);
  expect(await post()).toBeUndefined();
  expect((await postInRoom(await createPerson(), uuid, "だめ")).error?.code).toBe("forbidden");
  await leave(ken, uuid);
  expect((await postInRoom(ken, uuid, "だめ")).error?.code).toBe("forbidden");
});

test("ROOM-10 ROOM-11 a room of a school year takes no Latin letters, no contacts, no words of the site's list, and no empty text", async () => {
  const { uuid, people } = await createMembers(["ゆい"], { birth_year: 2010 });
  const official = await createRoom();
  const [yui] = people;
  await join(yui, official);
  const post = async (body: string, room = uuid) => (await postInRoom(yui, room, body)).status;
  for (const body of ["abc", "こんにちはａ", "é", "ⓐ", "𝐚", " ", "あ".repeat(1_001)]) {
    expect([body, await post(body)]).toEqual([body, 400]);
  }
  expect((await postInRoom(yui, uuid, "ＬＩＮＥ")).error?.code).toBe("letters_refused");
  expect((await postInRoom(yui, uuid, "090-1234-5678")).error?.code).toBe("forbidden_words");
  expect(await post("12時に🎉")).toBe(201);
  expect(await post("Hello", official)).toBe(201);
  expect((await postInRoom(yui, uuid, "闇バイト募集")).error?.code).toBe("forbidden_words");
});

test("TALK-14 ROOM-07 a key makes one message for ever: at once, after a lost reply, and not with another text or sender", async () => {
  const { uuid, people } = await createMembers(["ゆい", "けん"]);
  const [yui, ken] = people;
  const key = createMessageKey();
  const both = await Promise.all([1, 2].map(() => postInRoom(yui, uuid, "一度だけ", { key })));
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both[0]?.data.data).toEqual(both[1]?.data.data);
  await posted(ken, uuid, "つぎ");
  await block(yui, uuid);
  const repeated = await postInRoom(yui, uuid, "一度だけ", { key });
  expect(repeated.data.data).toEqual(both[0]?.data.data);
  expect((await postInRoom(yui, uuid, "べつの", { key })).error?.code).toBe("key_reused");
  expect((await postInRoom(ken, uuid, "一度だけ", { key })).error?.code).toBe("key_reused");
  expect((await readRoom(ken, uuid)).group_messages).toHaveLength(2);
  for (const malformed of ["short", "k".repeat(41), "鍵".repeat(20)]) {
    expect((await postInRoom(ken, uuid, "x", { key: malformed })).error?.code).toBe("malformed");
  }
});

test.each(["block", "leave"] as const)(
  "ROOM-12 no message is posted after a %s that happens while it waits for the room",
  async (change) => {
    const { uuid, people } = await createMembers(["ゆい", "けん"]);
    const [yui, ken] = people;
    const posts = Promise.all(Array.from({ length: 8 }, (_, n) => postInRoom(yui, uuid, `${n}`)));
    await (change === "block" ? block(yui, uuid) : leave(yui, uuid));
    const { state } = await readRoom(ken, uuid);
    const { last_change } = state;
    const replies = await posts;
    const after = await postInRoom(yui, uuid, "あとから");
    expect(after.status).toBe(403);
    // Every post has either been stored or been refused.
    const { group_messages } = await readRoom(ken, uuid);
    expect(group_messages).toHaveLength(replies.filter(({ status }) => status === 201).length);
    if (change === "leave") {
      const [left] = (
        await executeSql(
          "select change from room_members where is_left and display_name = 'ゆい' order by change desc limit 1",
        )
      ).rows as { change: number }[];
      const newest = Math.max(0, ...group_messages.map(({ number }) => number));
      expect(newest).toBeLessThan(Number(left?.change));
      expect(last_change).toBeGreaterThanOrEqual(Number(left?.change));
    }
  },
);

test("ROOM-06 ROOM-09 a reply names a message of the room that isn't taken back, and shows it without text if it was, or if its sender is hidden", async () => {
  const { uuid, people, ids } = await createMembers(["ゆい", "けん", "めい"]);
  const [yui, ken, mei] = people;
  const first = await posted(yui, uuid, "お昼どうする？");
  const reply = await posted(ken, uuid, "パン", { reply_to: first.key });
  expect(reply).toMatchObject({
    reply_to: first.key,
    replied_message: {
      key: first.key,
      number: first.number,
      display_name: "ゆい",
      group_talk_user_summary_id: ids[0],
      body: "お昼どうする？",
      is_taken_back: false,
      is_hidden: false,
      me: false,
    },
  });
  const readReply = async (person: Person) =>
    (await readRoom(person, uuid)).group_messages.find(({ key }) => key === reply.key);
  expect((await readReply(yui))?.replied_message).toMatchObject({ me: true });
  await setHidden(mei, uuid, ids[0] ?? "", true);
  expect((await readReply(mei))?.replied_message).toMatchObject({ body: "", is_hidden: true });
  await takeBackInRoom(yui, uuid, first.key);
  expect((await readReply(ken))?.replied_message).toMatchObject({ body: "", is_taken_back: true });
  // Nothing tells whoever hides somebody what they have done.
  expect((await readReply(mei))?.replied_message).toMatchObject({ is_taken_back: false });
  const other = await createRoom();
  await join(yui, other);
  const elsewhere = await posted(yui, other, "べつの部屋");
  for (const reply_to of [first.key, elsewhere.key, createMessageKey(), ""]) {
    expect((await postInRoom(ken, uuid, "返信", { reply_to })).status).toBe(404);
  }
  const repeated = await postInRoom(ken, uuid, "パン", { key: reply.key, reply_to: first.key });
  expect(repeated.status).toBe(201);
});

test("ROOM-07 a member takes back their own message for an hour, and its text is gone for everybody", async () => {
  const { uuid, people } = await createMembers(["ゆい", "けん"]);
  const [yui, ken] = people;
  const { key } = await posted(yui, uuid, "言いすぎた");
  const { state } = await readRoom(ken, uuid);
  expect((await takeBackInRoom(ken, uuid, key)).status).toBe(404);
  const taken = await takeBackInRoom(yui, uuid, key);
  expect(taken.data.data.group_message).toMatchObject({ key, body: "", is_taken_back: true });
  const changed = await readRoom(ken, uuid, { after: String(state.last_change) });
  expect(changed.group_messages).toMatchObject([{ key, body: "", is_taken_back: true }]);
  expect((await takeBackInRoom(yui, uuid, key)).status).toBe(200);
  const late = await posted(yui, uuid, "もう遅い");
  await executeSql("update messages set posted_minute = posted_minute - interval '1 hour'");
  expect((await takeBackInRoom(yui, uuid, late.key)).status).toBe(403);
  await leave(yui, uuid);
  expect((await takeBackInRoom(yui, uuid, key)).status).toBe(404);
});

test("ROOM-07 ROOM-26 messages are read by page and before a number, and reading marks them for oneself only", async () => {
  const { uuid, people } = await createMembers(["ゆい", "けん", "めい"]);
  const [yui, ken, mei] = people;
  for (let n = 1; n <= 25; n++) await posted(yui, uuid, String(n));
  const first = await readRoom(ken, uuid);
  expect(first.group_messages.map(({ body }) => body)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(25 - index)),
  );
  expect([first.has_more, first.group_messages[0]?.is_read]).toEqual([true, false]);
  const second = await readRoom(ken, uuid, { page: "2" });
  expect(second.group_messages.map(({ body }) => body)).toEqual(["5", "4", "3", "2", "1"]);
  expect(
    await readRoom(ken, uuid, { before: String(first.group_messages.at(-1)?.number) }),
  ).toEqual(second);
  const before = first.state.last_change;
  expect((await readAllInRoom(ken, uuid)).status).toBe(200);
  const read = await readRoom(ken, uuid);
  expect(read.group_messages.every(({ is_read }) => is_read)).toBe(true);
  expect(read.state.own_read_number).toBe(read.group_messages[0]?.number);
  const ofMei = await readRoom(mei, uuid);
  expect(ofMei.group_messages.some(({ is_read }) => is_read)).toBe(false);
  expect(ofMei.state.last_change).toBe(before);
  expect((await readAllInRoom(await createPerson(), uuid)).status).toBe(404);
});

test("ROOM-26 two devices that read at once never take a mark back", async () => {
  const { uuid, people } = await createMembers(["ゆい", "けん"]);
  const [yui, ken] = people;
  const numbers: number[] = [];
  for (let n = 0; n < 8; n++) numbers.push((await posted(yui, uuid, String(n))).number);
  const [first = 0] = numbers;
  const newest = Math.max(...numbers);
  await Promise.all([newest, ...numbers, first].map((number) => calls.readUpTo(ken, uuid, number)));
  expect((await readRoom(ken, uuid)).state.own_read_number).toBe(newest);
  await calls.readUpTo(ken, uuid, first);
  expect((await readRoom(ken, uuid)).state.own_read_number).toBe(newest);
});

test("SHELL-12 ROOM-26 the badge counts unread messages of joined rooms that aren't muted, to 11, and names the room of the newest", async () => {
  const { uuid, people, ids } = await createMembers(["ゆい", "けん", "めい"]);
  const [yui, ken, mei] = people;
  expect(await countUnread(ken)).toMatchObject({ messages: 0, newest_unread_room: null });
  const { key } = await posted(yui, uuid, "1");
  await posted(mei, uuid, "2");
  expect(await countUnread(ken)).toMatchObject({ messages: 2, newest_unread_room: uuid });
  await setHidden(ken, uuid, ids[2] ?? "", true);
  expect((await countUnread(ken)).messages).toBe(1);
  await takeBackInRoom(yui, uuid, key);
  expect(await countUnread(ken)).toMatchObject({ messages: 0, newest_unread_room: null });
  for (let n = 0; n < 12; n++) await posted(yui, uuid, String(n));
  expect((await countUnread(ken)).messages).toBe(11);
  await executeSql("update messages set posted_minute = posted_minute - interval '5 minutes'");
  const other = await createRoom();
  for (const person of [yui, ken]) await join(person, other);
  await posted(yui, other, "こちらも");
  expect((await countUnread(ken)).newest_unread_room).toBe(other);
  const setMuted = (is_muted: boolean) =>
    executeSql(
      "update participants set is_muted = $1 where conversation_pk = (select pk from conversations where uuid = $2)",
      [is_muted, other],
    );
  await setMuted(true);
  expect((await countUnread(ken)).newest_unread_room).toBe(uuid);
  await setMuted(false);
  await readAllInRoom(ken, uuid);
  expect(await countUnread(ken)).toMatchObject({ messages: 1, newest_unread_room: other });
  await leave(ken, other);
  expect(await countUnread(ken)).toMatchObject({ messages: 0, newest_unread_room: null });
});

test("ROOM-29 a report keeps the message as it was stored, the last messages only on the reporter's wish, once for each person", async () => {
  const { uuid, people, ids } = await createMembers(["ゆい", "けん", "めい"]);
  const [yui, ken, mei] = people;
  const { key, number } = await posted(yui, uuid, "ひどいこと");
  for (let n = 0; n < 22; n++) await posted(mei, uuid, String(n));
  const report = ({ browser }: Person, includes_messages: boolean, reported = key) =>
    browser.send(reportRoomMessage, {
      params: { uuid, key: reported },
      body: { reason: "harassment", note: "こわい", includes_messages },
    });
  expect((await report(yui, false)).error?.code).toBe("refused");
  expect((await report(await createPerson(), false)).status).toBe(404);
  expect((await report(ken, false, createMessageKey())).status).toBe(404);
  expect((await report(ken, false)).status).toBe(201);
  expect((await report(ken, true)).status).toBe(201);
  expect((await report(mei, true)).status).toBe(201);
  await takeBackInRoom(yui, uuid, key);
  await rename(yui, uuid, "べつの名前");
  const { rows } = await executeSql(
    "select reporter_pk, note, message, messages from room_reports order by pk",
  );
  const [ofKen, ofMei] = rows as { message: object; messages: { body: string }[] | null }[];
  expect(rows).toHaveLength(2);
  expect(ofKen?.messages).toBeNull();
  expect(ofKen?.message).toMatchObject({ number, body: "ひどいこと", display_name: "ゆい" });
  expect(ofMei?.messages?.map(({ body }) => body)).toEqual(
    Array.from({ length: 20 }, (_, n) => String(n + 2)),
  );
  // Nobody in the room sees that there is a report.
  const seen = JSON.stringify([await readRoom(yui, uuid), await readRoom(mei, uuid)]);
  expect(seen).not.toContain("report");
  expect(ids).toHaveLength(3);
  await executeSql("update room_reports set reported_hour = reported_hour - interval '181 days'");
  const job = site.jobs.find(({ definition }) => definition.name === "delete_expired_rows");
  await job?.run([{}]);
  expect((await executeSql("select from room_reports")).rows).toEqual([]);
});
