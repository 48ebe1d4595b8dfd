import { type Locale, locales } from "@toibako/contract/locales.ts";
import { saveWordList } from "@toibako/contract/staff/contents/word-lists.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { createMessageKey, createTalkCalls } from "#platform/testing/talks.ts";
import { readProductTexts } from "../filters/corpus/texts.ts";
import { prepareText } from "../filters/normalize.ts";
import { buildMessageMatcher } from "../filters/words.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const { createTalk, post, read } = createTalkCalls(site);
const admin = await registerStaff(site, "emi", "admin");

/** Saves what staff add to the list for messages. */
async function saveLines(locale: Locale, version: number, lines: string) {
  const params = { list: "messages", locale };
  const { status } = await admin.send(saveWordList, { params, body: { version, lines } });
  expect(status).toBe(200);
}

test("TALK-19 a message with a word of the site's list is refused, however it is spelled, and the reply doesn't name the word", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "こんにちは");
  await post(receiver, uuid, "はい");
  for (const text of ["闇バイト募集", "闇ﾊﾞｲﾄ 募集", "go kill yourself", "ｇｏ ＫＩＬＬ yourself"]) {
    const refused = await post(starter, uuid, text);
    expect([text, refused.status, refused.error?.code]).toEqual([text, 422, "forbidden_words"]);
    expect(refused.text).not.toMatch(/バイト|kill/i);
  }
  expect((await read(receiver, uuid)).messages).toHaveLength(2);
});

test("TALK-19 the list applies neither before the key nor before the rules of who may write", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const key = createMessageKey();
  await post(starter, uuid, "まえから", key);
  await saveLines("ja", 0, "まえから");
  expect((await post(receiver, uuid, "まえからの人")).status).toBe(422);
  expect((await post(starter, uuid, "まえから", key)).status).toBe(201);
  await executeSql("update users set left_at = now() where account = $1", [receiver.account]);
  expect((await post(starter, uuid, "まえから")).error?.code).toBe("talk_refused");
});

test("TALK-19 ADMIN-09 what admins add and remove takes effect", async () => {
  const { starter, uuid } = await createTalk();
  const { starter: other, uuid: otherTalk } = await createTalk();
  expect((await post(starter, uuid, "ひみつの言葉です")).status).toBe(201);
  await saveLines("th", 0, "ひみつの言葉");
  await saveLines("ja", 1, "-闇バイト募集");
  expect((await post(starter, uuid, "ひみつの言葉です")).status).toBe(422);
  expect((await post(other, otherTalk, "闇バイト募集")).status).toBe(201);
  await saveLines("th", 1, "");
  expect((await post(starter, uuid, "ひみつの言葉です")).status).toBe(201);
});

test.each(locales)("TALK-19 texts about this site are in no message list: %s", (locale) => {
  const matcher = buildMessageMatcher();
  const found = readProductTexts(locale).filter((text) => matcher.find(prepareText(text)));
  expect(found).toEqual([]);
});

test("TALK-19 the list refuses nobody who speaks of hurting themselves", () => {
  const matcher = buildMessageMatcher();
  for (const text of [
    "死にたい",
    "死ねって言われてつらい",
    "自殺しろと言われた",
    "I want to die",
    "somebody told me to kill yourself",
    "想自杀",
    "죽고 싶어",
    "ich will sterben",
    "อยากตาย",
    "อย่าไปฆ่าตัวตายนะ",
  ]) {
    expect([text, matcher.find(prepareText(text))]).toEqual([text, undefined]);
  }
});
