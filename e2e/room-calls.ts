import { randomInt } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type { RoomQuestion } from "@toibako/contract/rooms/members.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { registerAccount, saveBirthday, sendSuccessfully } from "./calls.ts";
import { expect } from "./fixture.ts";
import { translate } from "./texts.ts";

/**
 * Registers a pupil with a Japanese page, who can join the room of their school year. Tests have pupils of different
 * ages, from 13 to 21, because they run at the same time.
 */
export async function registerPupil(request: APIRequestContext, age: number): Promise<string> {
  const account = await registerAccount(request, "ja");
  await saveBirthday(request, new Date().getUTCFullYear() - age, 6, 7);
  return account;
}

/** Enters the birthday of somebody of this age on the page of rooms, and confirms it. */
export async function enterBirthday(page: Page, age: number): Promise<void> {
  const ja = (key: string) => translate("ja", `settings.${key}`);
  const choose = (part: string, value: string) =>
    page.getByLabel(ja(`birthday_${part}`), { exact: true }).selectOption(value);
  await choose("year", String(new Date().getUTCFullYear() - age));
  await choose("month", "6");
  await choose("day", "7");
  await page.getByRole("button", { name: ja("birthday_save") }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: ja("birthday_save") }).click();
  await expect(page.getByText(translate("ja", "rooms.birthday_text"))).toBeHidden();
}

/**
 * Makes a text that only one attempt of a test uses: a name is taken once in a room, and its messages stay. Ends with
 * hiragana, because rooms refuse many digits and Latin letters.
 */
export function makeOnce(text: string): string {
  const letters = Array.from({ length: 6 }, () => "あいうえおかきくけこさしすせそ"[randomInt(15)]);
  return `${text}${letters.join("")}`;
}

/** Finds the room of the school year of the pupil who is signed in on this browser. */
export async function findGradeRoom(request: APIRequestContext): Promise<Room> {
  const reply = await request.get("/api/v2/group_talks/joinable?locale=ja");
  const rooms = (await reply.json()).group_talks as Room[];
  const room = rooms.find(({ room_type }) => room_type === "open_chat_by_grade");
  if (!room) throw new Error("no room of this school year");
  return room;
}

/** Joins a room under a name, with an answer to each question. */
export async function joinRoom(
  request: APIRequestContext,
  { uuid, personal_answer_group_id }: Room,
  display_name: string,
): Promise<void> {
  const group = `/api/v2/personal_answer_groups/${personal_answer_group_id}?locale=ja`;
  const questions = (await (await request.get(group)).json()).items as RoomQuestion[];
  const personal_answers = questions.map(({ question_id, options: [option = "おちゃ"] }) => ({
    question_id,
    value: option,
  }));
  const profile = { display_name, personal_answers, locale: "ja" };
  await sendSuccessfully(request, "POST", `/api/v2/me/group_talks/${uuid}/join`, profile);
}

/** Posts messages in a room, one after the other; the sender has accepted its rules. */
export async function postInRoom(
  request: APIRequestContext,
  group_talk_uuid: string,
  ...bodies: string[]
): Promise<void> {
  await sendSuccessfully(request, "PUT", `/api/v2/me/group_talks/${group_talk_uuid}/rules`);
  for (const body of bodies) {
    const group_message = { group_talk_uuid, body, key: crypto.randomUUID() };
    await sendSuccessfully(request, "POST", "/api/v2/group_messages", { group_message });
  }
}
