import { expect, test } from "vitest";
import { costlyPosts, costlyTexts } from "#platform/testing/costly-texts.ts";
import { createRoomCalls, officialQuestion, sendJoin } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, postInRoom, readRoom, readAllInRoom, takeBackInRoom } =
  calls;

const enter = ({ browser }: Person, display_name: string, question_id = officialQuestion) =>
  sendJoin(browser, { display_name, personal_answers: [{ question_id, value: "本" }] });

async function createTwo() {
  const uuid = await createRoom();
  const [yui, ken] = [await createPerson(), await createPerson()];
  for (const person of [yui, ken]) await join(person, uuid);
  return { uuid, yui, ken };
}

test.each([
  ["blanks", " \u3000\u2003\u00a0"],
  ["characters without a width", "\u200b\u200d\ufeff\u2060"],
  ["direction overrides alone", "\u202e\u2066\u202c"],
  ["fillers", "\u3164\u115f\u2800"],
  ["nothing", ""],
  ["21 characters", "あ".repeat(21)],
])("ROOM-04 a name of %s is refused with its field", async (_name, display_name) => {
  const { status, error } = await enter(await createPerson(), display_name);
  expect([status, error?.code, Object.keys(error?.details ?? {})]).toEqual([
    400,
    "invalid_fields",
    ["display_name"],
  ]);
});

test("ROOM-04 ROOM-10 a name keeps neither direction overrides nor lone surrogates, and Cyrillic letters pass as Cyrillic", async () => {
  const person = await createPerson();
  const { data } = await enter(person, "\u202eさか\ud83dさま\u202c");
  const { rows } = await executeSql("select display_name from room_members where uuid = $1", [
    data.group_talk_user_summary_id,
  ]);
  expect(rows).toEqual([{ display_name: "さかさま" }]);
  const uuid = await createRoom({ birth_year: 2010 });
  const yui = await createPerson();
  await join(yui, uuid);
  expect((await postInRoom(yui, uuid, "Анна")).status).toBe(201);
  expect((await postInRoom(yui, uuid, "Annа")).error?.code).toBe("letters_refused");
});

test("ROOM-15 answers to questions of another room, or to none, are refused with their field", async () => {
  const person = await createPerson();
  for (const question_id of ["late-hours-question-1-", "school-year-question-1", "-".repeat(22)]) {
    const { status, error } = await enter(person, createMessageKey(), question_id);
    expect([status, error?.code]).toEqual([400, "invalid_fields"]);
    expect(Object.keys(error?.details ?? {})).toContain("personal_answers");
  }
});

test("ROOM-07 TALK-15 what is stored of an unusual text is what others read", async () => {
  const { uuid, yui, ken } = await createTwo();
  const texts = {
    "one long word": ["a".repeat(1_000), "a".repeat(1_000)],
    emoji: ["👩🏽‍❤️‍💋‍👨🏿".repeat(1_000), "👩🏽‍❤️‍💋‍👨🏿".repeat(1_000)],
    "letters with marks": ["か\u3099".repeat(1_000), "が".repeat(1_000)],
    "direction overrides": ["\u202eabc\u202c\u2066def", "abcdef"],
    "lone surrogates": ["\ud83dx\udc4d", "x"],
    markup: ["<script>alert(1)</script>&amp;", "<script>alert(1)</script>&amp;"],
  };
  for (const [name, [typed = "", stored = ""]] of Object.entries(texts)) {
    const { status, data } = await postInRoom(yui, uuid, typed);
    expect([name, status, data.data?.group_message.body]).toEqual([name, 201, stored]);
    expect((await readRoom(ken, uuid)).group_messages[0]?.body).toBe(stored);
  }
  for (const [name, text] of Object.entries({ ...costlyTexts, ...costlyPosts })) {
    expect([201, 400, 413, 422], name).toContain((await postInRoom(yui, uuid, text)).status);
  }
});

test("ROOM-05 ROOM-07 anything but a whole number is ignored as a number, and a key a year later still finds its message", async () => {
  const { uuid, yui, ken } = await createTwo();
  const key = createMessageKey();
  const first = await postInRoom(yui, uuid, "ことば", { key });
  const newest = await readRoom(ken, uuid);
  for (const text of ["-1", "0x10", "NaN", "1e3", "１", " 1", "9".repeat(40), "", "null"]) {
    for (const query of [{ after: text }, { before: text }]) {
      expect([query, await readRoom(ken, uuid, query)]).toEqual([query, newest]);
    }
  }
  expect((await readRoom(ken, uuid, { after: "999999999999999" })).group_messages).toEqual([]);
  await executeSql("update messages set posted_minute = posted_minute - interval '1 year'");
  const again = await postInRoom(yui, uuid, "ことば", { key });
  expect(again.data.data.group_message.number).toBe(first.data.data.group_message.number);
  expect((await postInRoom(yui, uuid, "べつの", { key })).status).toBe(409);
});

test("ROOM-05 a room that doesn't exist, a talk and an id that is none get one reply from every call", async () => {
  const { starter, uuid: talk } = await calls.createTalk();
  const callAll = async (uuid: string) =>
    [
      await postInRoom(starter, uuid, "やあ"),
      await calls.listInRoom(starter, uuid),
      await readAllInRoom(starter, uuid),
      await takeBackInRoom(starter, uuid, createMessageKey()),
    ].map(({ status, text }) => `${status} ${text}`);
  const unknown = await callAll("AAAAAAAAAAAAAAAAAAAAAA");
  expect(unknown[0]).toMatch(/^404 /);
  for (const id of [talk, "0", "%00", "../me"])
    expect([id, await callAll(id)]).toEqual([id, unknown]);
});
