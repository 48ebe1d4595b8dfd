import type { Input } from "@toibako/contract/endpoint.ts";
import { locales, mapLocales, type TranslatedText } from "@toibako/contract/locales.ts";
import {
  getRoomMember,
  getRoomQuestions,
  listRoomAnswers,
  updateRoomMember,
} from "@toibako/contract/rooms/members.ts";
import { getRoom, listJoinableRooms, type RoomOptions } from "@toibako/contract/rooms.ts";
import {
  getEditedRoom,
  listEditedRoomQuestions,
  listEditedRooms,
  saveRoom,
  saveRoomQuestion,
} from "@toibako/contract/staff/contents/rooms.ts";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import { buildTexts } from "#platform/testing/content-pictures.ts";
import { sendJoin } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { storeFirstData } from "../../app.ts";
import { closeOfficialRoom } from "./commands/official-rooms.ts";

const site = await openSite();
const { db, database } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const mei = await site.registerPerson("mei");
await database.executeSql(
  "update users set birthday = '1990-05-05', is_message_tos_showed = true where account in ('yui', 'mei')",
);

type RoomBody = Input<typeof saveRoom>["body"];
type QuestionBody = Input<typeof saveRoomQuestion>["body"];

const save = (id: string, body: Partial<RoomBody> = {}, by = admin) =>
  by.send(saveRoom, {
    params: { id },
    body: {
      version: 0,
      titles: buildTexts("Garden"),
      descriptions: buildTexts("About gardens"),
      avatar: "tulip",
      priority: 30,
      min_age: 20,
      is_open: false,
      ...body,
    },
  });

const buildOptions = (...options: string[]): RoomOptions =>
  mapLocales((locale) => options.map((option) => `${option} ${locale}`));

const ask = (group_id: string, id: string, body: Partial<QuestionBody> = {}, by = admin) =>
  by.send(saveRoomQuestion, {
    params: { group_id, id },
    body: {
      version: 0,
      bodies: buildTexts("Which one?"),
      options: buildOptions("Rose", "Fern"),
      is_required: true,
      is_retired: false,
      position: 0,
      ...body,
    },
  });

async function findProblems(
  reply: Promise<{ status: number; error: { details: object } | undefined }>,
) {
  const { status, error } = await reply;
  return [status, Object.keys(error?.details ?? {})];
}

/** Makes an open room with one question; returns the ids of both. The group has the id of the room. */
async function openRoom() {
  const [room, question] = [createPublicId(), createPublicId()];
  await save(room);
  await ask(room, question);
  const opened = await save(room, { version: 1, is_open: true });
  expect(opened.data.room).toMatchObject({ version: 2, is_open: true, group_id: room });
  return { room, question };
}

const join = (browser: typeof yui, uuid: string, question_id: string, value: string) =>
  sendJoin(browser, { display_name: "ほうじ茶", personal_answers: [{ question_id, value }] }, uuid);

async function listJoinable(browser = yui) {
  const { group_talks } = (await browser.send(listJoinableRooms, {})).data;
  return group_talks.map(({ uuid, title }) => ({ uuid, title }));
}

test("ADMIN-09 ROOM-21 an official room that an admin makes and opens can be joined at once", async () => {
  const { room, question } = await openRoom();
  expect((await listJoinable())[0]).toEqual({ uuid: room, title: "Garden ja" });
  const { data } = await yui.send(getRoomQuestions, { params: { id: room } });
  expect(data.items).toMatchObject([{ body: "Which one? ja", options: ["Rose ja", "Fern ja"] }]);
  expect((await join(yui, room, question, "Fern ja")).status).toBe(201);
  // Its texts and its state change for those who are in it.
  const { last_change } = await findConversation(room);
  await save(room, { version: 2, is_open: false, titles: buildTexts("Park"), priority: -5 });
  expect((await findConversation(room)).last_change).toBe(last_change + 1);
  const { group_talk } = (await yui.send(getRoom, { params: { uuid: room } })).data;
  expect(group_talk).toMatchObject({ title: "Park ja", is_archived: true, is_joined: true });
  expect((await join(mei, room, question, "Fern ja")).status).toBe(403);
});

async function findConversation(uuid: string) {
  const { rows } = await database.executeSql(
    "select last_change::int from conversations where uuid = $1",
    [uuid],
  );
  return rows[0] as { last_change: number };
}

test("ADMIN-09 ROOM-22 who is younger than the least age of a room doesn't see it", async () => {
  const { room } = await openRoom();
  const haru = await site.registerPerson("haru");
  const birthday = `${new Date().getUTCFullYear() - 19}-01-01`;
  await database.executeSql(
    "update users set birthday = $1, is_message_tos_showed = true where account = 'haru'",
    [birthday],
  );
  const isListed = async () => (await listJoinable(haru)).some(({ uuid }) => uuid === room);
  expect(await isListed()).toBe(false);
  await save(room, { version: 2, is_open: true, min_age: 18 });
  expect(await isListed()).toBe(true);
});

test("ADMIN-09 ROOM-15 a room opens once it asks a question, and an open one keeps its last question", async () => {
  const room = createPublicId();
  expect(await findProblems(save(room, { is_open: true }))).toEqual([400, ["is_open"]]);
  await save(room);
  expect(await findProblems(save(room, { version: 1, is_open: true }))).toEqual([400, ["is_open"]]);
  expect(await closeOfficialRoom(db, room, false)).toBe(false);
  const ids = Array.from({ length: 5 }, createPublicId);
  for (const [position, id] of ids.entries()) await ask(room, id, { position });
  expect(await findProblems(ask(room, createPublicId()))).toEqual([400, ["is_retired"]]);
  expect((await save(room, { version: 1, is_open: true })).status).toBe(200);
  const [first = "", ...others] = ids;
  for (const id of others) {
    expect((await ask(room, id, { version: 1, is_retired: true })).status).toBe(200);
  }
  const retire = () => ask(room, first, { version: 1, is_retired: true });
  expect(await findProblems(retire())).toEqual([400, ["is_retired"]]);
  await save(room, { version: 2, is_open: false });
  expect((await retire()).status).toBe(200);
});

test("ADMIN-09 ROOM-15 a question is saved in a group that has more questions than are listed", async () => {
  const { room, question } = await openRoom();
  await database.executeSql(
    `insert into room_questions (uuid, group_pk, position, bodies, is_required, is_retired)
     select room_questions.uuid || number, group_pk, number, bodies, false, true
     from room_questions, generate_series(1, 200) number where uuid = $1`,
    [question],
  );
  const id = createPublicId();
  const last = { position: 201, is_retired: true };
  expect((await ask(room, id, last)).data.question).toMatchObject({ id, version: 1 });
  const changed = { ...last, version: 1, is_required: false };
  expect((await ask(room, id, changed)).data.question.version).toBe(2);
  expect((await ask(room, id, changed)).data.question.version).toBe(2);
  const { questions } = (await admin.send(listEditedRoomQuestions, { params: { id: room } })).data;
  expect(questions.map((listed) => listed.id)).not.toContain(id);
});

test("ADMIN-09 ROOM-16 renamed options keep the answers, and can't be moved, removed or replaced by a text", async () => {
  const { room, question } = await openRoom();
  const { data } = await join(yui, room, question, "Fern ja");
  const readAnswer = async () => {
    const params = { uuid: room, question_id: question };
    const { answers } = (await yui.send(listRoomAnswers, { params, query: {} })).data;
    return answers.map(({ value }) => value);
  };
  const change = (options: RoomOptions | null) => ask(room, question, { version: 1, options });
  const all = locales.map((locale) => `options.${locale}`);
  for (const options of [
    buildOptions("Fern", "Rose"),
    buildOptions("Moss", "Rose"),
    buildOptions("Fern"),
    null,
  ]) {
    expect(await findProblems(change(options))).toEqual([400, all]);
  }
  expect(await readAnswer()).toEqual(["Fern ja"]);
  expect((await change(buildOptions("Rose", "Ferns", "Moss"))).status).toBe(200);
  expect(await readAnswer()).toEqual(["Ferns ja"]);
  const member = await yui.send(getRoomMember, {
    params: { id: data.group_talk_user_summary_id },
    query: { locale: "en" },
  });
  expect(member.data.personal_answer_group.items).toMatchObject([{ value: "Ferns en" }]);
});

test("ADMIN-09 ROOM-15 a retired question isn't asked and its answers aren't shown until it is asked again", async () => {
  const { room, question } = await openRoom();
  const other = createPublicId();
  await ask(room, other, { options: null, is_required: false, position: 1 });
  const { data } = await join(yui, room, question, "Fern ja");
  const id = data.group_talk_user_summary_id;
  const meiId = (
    await sendJoin(
      mei,
      { display_name: "めい", personal_answers: [{ question_id: question, value: "Rose ja" }] },
      room,
    )
  ).data.group_talk_user_summary_id;
  await ask(room, question, { version: 1, is_retired: true });
  const listAsked = async () =>
    (await mei.send(getRoomQuestions, { params: { id: room } })).data.items.map(
      ({ question_id }) => question_id,
    );
  const listAnswersOf = async (member: string) =>
    (await mei.send(getRoomMember, { params: { id: member } })).data.personal_answer_group.items;
  expect(await listAsked()).toEqual([other]);
  expect(await listAnswersOf(id)).toEqual([]);
  // Who saves a profile meanwhile gives up the answer that isn't asked for.
  const saved = await mei.send(updateRoomMember, {
    params: { id: meiId },
    body: { display_name: "めい", personal_answers: [{ question_id: other, value: "森" }] },
  });
  expect(saved.status).toBe(200);
  await ask(room, question, { version: 2 });
  expect(await listAsked()).toEqual([question, other]);
  expect(await listAnswersOf(id)).toEqual([{ question_id: question, value: "Fern ja" }]);
  expect(await listAnswersOf(meiId)).toEqual([{ question_id: other, value: "森" }]);
});

test("ADMIN-09 ROOM-21 a start with the data of the first install overwrites nothing that admins have saved", async () => {
  const id = "first-room-favourites-";
  expect((await save(id, { version: 1, titles: buildTexts("Mine"), is_open: true })).status).toBe(
    200,
  );
  const group_id = "school-year-questions-";
  const options = (await admin.send(listEditedRoomQuestions, { params: { id: group_id } })).data
    .questions[0]?.options as RoomOptions;
  const renamed = { ...options, ja: options.ja.map((text) => `${text}。`) };
  const first = "school-year-question-1";
  const changed = { version: 1, options: renamed, bodies: buildTexts("How?") };
  expect((await ask(group_id, first, changed)).status).toBe(200);
  const third = { version: 1, options: null, is_required: false, is_retired: true, position: 2 };
  expect((await ask(group_id, "school-year-question-3", third)).status).toBe(200);
  await storeFirstData(site.services);
  const { room } = (await admin.send(getEditedRoom, { params: { id } })).data;
  expect(room).toMatchObject({
    version: 2,
    titles: buildTexts("Mine"),
    avatar: "tulip",
    min_age: 20,
  });
  const asked = (await yui.send(getRoomQuestions, { params: { id: group_id } })).data.items;
  expect(asked.map(({ body }) => body)).toEqual(["How? ja", "いちばん話したいことは？"]);
  expect(asked[0]?.options[0]).toBe("よくしゃべる。");
});

test("ADMIN-09 a room or question saved from an old tab is refused, and a repeated call isn't", async () => {
  const { room, question } = await openRoom();
  const change = { version: 2, is_open: true, priority: 31 };
  expect((await save(room, change)).data.room.version).toBe(3);
  expect((await save(room, change)).data.room.version).toBe(3);
  const old = await save(room, { ...change, priority: 32 });
  expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  expect((await save(room, { priority: 33 })).error?.code).toBe("case_changed");
  expect((await ask(room, question)).data.question.version).toBe(1);
  const rename = { version: 1, bodies: buildTexts("Which?") };
  expect((await ask(room, question, rename)).data.question.version).toBe(2);
  expect((await ask(room, question, rename)).data.question.version).toBe(2);
  expect((await ask(room, question, { version: 1 })).error?.code).toBe("case_changed");
  expect((await save(createPublicId(), { version: 5 })).status).toBe(404);
  expect((await ask(createPublicId(), createPublicId())).status).toBe(404);
  expect((await ask(room, createPublicId(), { version: 5 })).status).toBe(404);
  const { rows } = await database.executeSql(
    "select action, reason from audit where object in ($1, $2) order by number",
    [`room ${room}`, `room question ${question}`],
  );
  expect(rows).toEqual([
    { action: "room.save", reason: "created" },
    { action: "room_question.save", reason: "asked" },
    { action: "room.save", reason: "open" },
    { action: "room.save", reason: "open" },
    { action: "room_question.save", reason: "asked" },
  ]);
});

test("ADMIN-09 bad input is refused with the field that has it", async () => {
  const { room } = await openRoom();
  const titles = buildTexts("Garden");
  const roomCases: [Partial<RoomBody>, string][] = [
    [{ titles: { ...titles, th: "" } }, "titles.th"],
    [{ titles: { ...titles, ja: "長".repeat(31) } }, "titles.ja"],
    [{ descriptions: { ...titles, en: " " } }, "descriptions.en"],
    [{ min_age: 17 }, "min_age"],
    [{ priority: 1_000 }, "priority"],
  ];
  for (const [body, field] of roomCases) {
    expect(await findProblems(save(createPublicId(), body))).toEqual([400, [field]]);
  }
  const two = buildOptions("a", "b");
  const questionCases: [RoomOptions, string[]][] = [
    [{ ...two, ko: ["a"] }, ["options.ko"]],
    [{ ...two, ko: ["a", " "] }, ["options.ko"]],
    [{ ...two, en: ["a", "x".repeat(31)] }, ["options.en"]],
    // A member who chooses "b ja" in English would choose another option in Japanese.
    [{ ...two, en: ["b ja", "c"] }, ["options.ja", "options.en"]],
    [{ ...two, dt: ["c", "c"] }, ["options.dt"]],
  ];
  for (const [options, fields] of questionCases) {
    expect(await findProblems(ask(room, createPublicId(), { options }))).toEqual([400, fields]);
  }
  const bodies: TranslatedText = { ...titles, "zh-TW": "" };
  const missing = ask(room, createPublicId(), { bodies });
  expect(await findProblems(missing)).toEqual([400, ["bodies.zh-TW"]]);
});

test("ADMIN-05 only admins make and change rooms and their questions", async () => {
  const { room, question } = await openRoom();
  expect((await save(room, { version: 2 }, moderator)).status).toBe(403);
  expect((await save(room, { version: 2 }, yui)).status).toBe(404);
  expect((await ask(room, question, { version: 1 }, moderator)).status).toBe(403);
  expect((await ask(room, question, { version: 1 }, yui)).status).toBe(404);
});

test("ADMIN-09 the list has official rooms only, in the order of their priority, and goes on after any of them", async () => {
  const list = async (query: { after?: string }) =>
    (await admin.send(listEditedRooms, { query })).data.rooms;
  const listed = await list({});
  const rooms = await Promise.all(
    listed.map(({ id }) => admin.send(getEditedRoom, { params: { id } })),
  );
  const priorities = rooms.map(({ data }) => data.room.priority);
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
  // Those of school years have another one.
  expect(Math.max(...priorities)).toBeLessThan(1_000);
  expect(await list({ after: listed[0]?.id ?? "" })).toEqual(listed.slice(1));
});
