import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postInquiry } from "@toibako/contract/help.ts";
import { getRoom, listJoinableRooms, listRooms } from "@toibako/contract/rooms.ts";
import { putAccountBirthday } from "@toibako/contract/staff/people.ts";
import { expect, test, vi } from "vitest";
import type { Events } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import { createRoomCalls, gradeAnswers, officialRoom, sendJoin } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import type { Person } from "#platform/testing/talks.ts";
import { findSessionUser } from "../accounts/queries.ts";
import { joinRoom as enterRoom } from "./commands/join.ts";
import { findSchoolYear } from "./policy/grades.ts";

const site = await openSite();
const { services } = site;
const calls = createRoomCalls(site);
const { createPerson, join, postInRoom, readRoom, findPk, findEventOwner, setColumns } = calls;
const emi = await registerStaff(site, "emi");

/** The birth year of those who were 15 when the present school year began. */
const birthYear = findSchoolYear(new Date()) - 16;

/** Lets staff change the birthday of somebody who has asked for it. */
async function changeBirthday({ account, browser }: Person, year: number, month = 6) {
  const body = { email: "yui@example.com", topic: "account" as const, body: "まちがえました" };
  const { id: inquiry_id } = (await browser.send(postInquiry, { body })).data;
  const { status, text } = await emi.send(putAccountBirthday, {
    params: { account },
    body: { birthday: { year, month, day: 1 }, inquiry_id, reason: "本人の希望" },
  });
  if (status !== 204) throw new Error(text);
}

const listOwn = async ({ browser }: Person) =>
  (await browser.send(listRooms, {})).data.group_talks.map(({ uuid }) => uuid);

/** Joins the room of one's school year as the site's pages do. */
async function joinGradeRoom({ browser }: Person, display_name: string): Promise<string> {
  const { data } = await browser.send(listJoinableRooms, { query: { locale: "ja" } });
  const room = data.group_talks.find(({ room_type }) => room_type === "open_chat_by_grade");
  const uuid = room?.uuid ?? "";
  const body = { display_name, personal_answers: gradeAnswers };
  const { status, text } = await sendJoin(browser, body, uuid);
  if (status !== 201) throw new Error(text);
  return uuid;
}

/** Collects the rooms of which the open pages of somebody are told. */
async function collectHints(person: Person): Promise<string[]> {
  const { bus } = services;
  const owner = await findEventOwner(person);
  const hinted: string[] = [];
  bus.subscribe("stream", ({ owners, event }: Events["stream"]) => {
    if (owners.includes(owner)) hinted.push(JSON.stringify(event));
  });
  return hinted;
}

test("ROOM-22 ADMIN-08 a birthday that staff change ends the memberships in rooms that aren't for it", async () => {
  const [yui, ken] = [await createPerson(), await createPerson()];
  for (const { account } of [yui, ken]) {
    await setColumns(account, { birthday: `${birthYear}-06-01` });
  }
  const grade = await joinGradeRoom(yui, "ゆい");
  expect(await joinGradeRoom(ken, "けん")).toBe(grade);
  await services.database.executeSql("update room_members set is_rules_accepted = true");
  const [ofYui, ofKen] = [await collectHints(yui), await collectHints(ken)];
  expect((await postInRoom(yui, grade, "みんな、いる？")).status).toBe(201);
  // Hints arrive after their reply: those of the message must not be taken for later ones.
  await vi.waitFor(() => expect(ofYui.join()).toContain('"last_change":3'));
  await vi.waitFor(() => expect(ofKen.join()).toContain('"last_change":3'));

  // Another day of the same school year changes nothing.
  await changeBirthday(yui, birthYear, 7);
  expect(await listOwn(yui)).toEqual([grade]);

  for (const hints of [ofYui, ofKen]) hints.length = 0;
  await changeBirthday(yui, 1990);
  expect(await listOwn(yui)).toEqual([]);
  expect((await postInRoom(yui, grade, "まだいる")).status).toBe(403);
  expect((await calls.listInRoom(yui, grade)).status).toBe(403);
  const { group_messages, state } = await readRoom(ken, grade);
  expect(group_messages).toMatchObject([{ body: "みんな、いる？", has_left: true }]);
  expect(state.members_count).toBe(1);
  await vi.waitFor(() => expect(ofKen.join()).toContain(grade));
  // Their own pages learn that a count may have changed, and nothing of the room any more.
  expect(ofYui.join()).not.toContain(grade);
  expect(ofYui).not.toEqual([]);

  // The adult that they now are can join official rooms, and leaves those with the next change.
  await join(yui, officialRoom, "おとな");
  await changeBirthday(yui, birthYear);
  expect(await listOwn(yui)).toEqual([]);
  expect(await joinGradeRoom(yui, "また ゆい")).toBe(grade);
  expect((await yui.browser.send(getUnreadCounts, {})).data.messages).toBe(0);
});

test("ROOM-22 ADMIN-08 a join that began before the birthday changed is refused", async () => {
  const person = await createPerson();
  await setColumns(person.account, { birthday: `${birthYear}-06-01` });
  const { browser } = person;
  const { data } = await browser.send(listJoinableRooms, { query: { locale: "ja" } });
  const grade = data.group_talks.find(({ room_type }) => room_type === "open_chat_by_grade");
  const user = await findSessionUser(services.db, await findPk(person));
  await changeBirthday(person, 1990);
  const viewer = createAccountViewer(services.secrets, user, []);
  const typed = { display_name: "すりぬけ", personal_answers: gradeAnswers };
  const entering = enterRoom(services, viewer, "127.0.0.1", grade?.uuid ?? "", typed);
  await expect(entering).rejects.toEqual(new Failure("no_entry"));
  const { group_talk } = (await browser.send(getRoom, { params: { uuid: grade?.uuid ?? "" } }))
    .data;
  expect(group_talk.is_joined).toBe(false);
});

test("ROOM-22 ADMIN-08 whoever joins while the birthday changes is in no room that isn't for it", async () => {
  for (let n = 0; n < 4; n++) {
    const person = await createPerson();
    await setColumns(person.account, { birthday: `${birthYear}-06-01` });
    const joining = joinGradeRoom(person, `まにあう ${n}`).catch(() => undefined);
    await Promise.all([joining, changeBirthday(person, 1990)]);
    expect(await listOwn(person)).toEqual([]);
  }
});
