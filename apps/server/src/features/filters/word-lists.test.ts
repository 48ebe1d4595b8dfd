import { postAnswer } from "@toibako/contract/answers.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { listHeldQuestions } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  getWordList,
  listWordLists,
  previewWordList,
  saveWordList,
  type WordListKind,
  wordListLimits,
  wordPreviewLimits,
} from "@toibako/contract/staff/contents/word-lists.ts";
import { expect, test, vi } from "vitest";
import { storeCommunity, storeCommunityQuestion } from "#platform/testing/communities.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { createTalkCalls } from "#platform/testing/talks.ts";

const site = await openSite();
const { database } = site.services;
const { executeSql } = database;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await storeCommunity(site.services, "readers");
const readers = { category_id: "testing", community_id: "readers" };

interface Key {
  list?: string;
  locale?: string;
}
const read = async ({ list = "questions", locale = "ja" }: Key = {}, by = admin) =>
  by.send(getWordList, { params: { list, locale } });
const save = (
  lines: string,
  version: number,
  { list = "questions", locale = "ja" }: Key = {},
  by = admin,
) => by.send(saveWordList, { params: { list, locale }, body: { lines, version } });
const preview = (lines: string, { list = "questions", locale = "ja" }: Key = {}, by = admin) =>
  by.send(previewWordList, { params: { list, locale }, body: { lines } });

/** Saves over the present version. */
async function replace(lines: string, list: WordListKind = "questions", locale: Locale = "ja") {
  const { version } = (await read({ list, locale })).data.word_list;
  expect((await save(lines, version, { list, locale })).status).toBe(200);
}

const askReaders = async (body: string, by = kenta) =>
  (await by.send(postCommunityQuestion, { params: readers, body: { body } })).data.uuid_hash;

async function isHeld(uuid_hash: string) {
  const { rows } = await executeSql("select status from questions where uuid_hash = $1", [
    uuid_hash,
  ]);
  return (rows[0] as { status: string }).status === "held";
}

test("ADMIN-09 BOX-17 COMM-20 what an admin adds holds questions to accounts and to communities", async () => {
  expect(await isHeld(await askReaders("ぺんぎんは好き？"))).toBe(false);
  await replace("# 夏\nぺんぎん\n!ぺんぎん村");
  expect(await isHeld(await askReaders("ペンギンは好きかな？"))).toBe(true);
  expect(await isHeld(await askReaders("ぺんぎん村は好き？"))).toBe(false);
  await site.askQuestion(kenta, "yui", "ぺんぎんの話をして");
  const { questions } = (await yui.send(listHeldQuestions, {})).data;
  expect(questions).toMatchObject([{ held_by: { kind: "ng_word", word: "ぺんぎん", list: "ja" } }]);
  // It comes after the built-in entries and can remove them.
  expect(await isHeld(await askReaders("死ねよ、本"))).toBe(true);
  await replace("-死ねよ\n-死ね");
  expect(await isHeld(await askReaders("死ねよ、別の本"))).toBe(false);
  await replace("");
  expect(await isHeld(await askReaders("ペンギンは好きなのかな？"))).toBe(false);
});

test("ADMIN-09 another process uses a saved list within 15 seconds", async () => {
  const other = await openSite(
    { secret_key: site.services.config.secret_key },
    { database: { ...database, close: async () => undefined } },
  );
  const asker = await other.registerPerson("asker");
  const ask = (body: string) => askReaders(body, asker);
  expect(await isHeld(await ask("あざらしは好き？"))).toBe(false);
  await replace("あざらし");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15_000 });
  const held = await isHeld(await ask("あざらしは好きかな？"));
  vi.useRealTimers();
  expect(held).toBe(true);
  await replace("");
});

test("ADMIN-09 a list has its own entries, those before them, and its number in the overview", async () => {
  await replace(" kitten \n\n# remark\npuppy*", "messages", "en");
  const { word_list } = (await read({ list: "messages", locale: "en" })).data;
  expect(word_list.lines).toBe("kitten\n\n# remark\npuppy*");
  expect(word_list.earlier_lines).toContain("kill yourself");
  const { word_lists } = (await admin.send(listWordLists, {})).data;
  expect(word_lists).toHaveLength(14);
  expect(word_lists).toContainEqual({ list: "messages", locale: "en", entries_count: 2 });
  await replace("", "messages", "en");
});

test("ADMIN-09 a list saved from an old tab is refused, and a repeated call isn't", async () => {
  const key = { locale: "ko" };
  expect((await save("첫째", 0, key)).data.word_list.version).toBe(1);
  expect((await save("첫째", 0, key)).data.word_list.version).toBe(1);
  expect((await save("둘째", 1, key)).data.word_list.version).toBe(2);
  for (const version of [0, 1, 7]) {
    const old = await save("셋째", version, key);
    expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  }
  expect((await read(key)).data.word_list).toMatchObject({ version: 2, lines: "둘째" });
  const { rows } = await executeSql(
    "select action, reason from audit where object = 'word list questions ko'",
  );
  expect(rows).toEqual(Array(2).fill({ action: "word_list.save", reason: "" }));
});

test.each([
  ["a star alone", "a\nb\n*", "Line 3 has no word in it."],
  ["a mark alone", "!", "Line 1 has no word in it."],
  ["a minus alone", "a\n-", "Line 2 has no word in it."],
  ["a harmless sign", "!★", "Line 1 has no word in it."],
  ["a long line", `a\n${"長".repeat(101)}`, "Line 2 has more than 100 characters."],
  ["too many lines", `${"a\n".repeat(2_000)}b`, "Please use at most 2000 lines."],
  ["too many characters", "長".repeat(wordListLimits.characters + 1), /30000/],
])("ADMIN-09 %s is refused, with the number of the line", async (_, lines, text) => {
  for (const refused of [
    await save(lines, 0, { locale: "th" }),
    await preview(lines, { locale: "th" }),
  ]) {
    expect([refused.status, refused.error?.code]).toEqual([400, "invalid_fields"]);
    expect(refused.error?.details.lines).toEqual([expect.stringMatching(text)]);
  }
  expect((await read({ locale: "th" })).data.word_list).toMatchObject({ version: 0, lines: "" });
});

test("ADMIN-09 a list as long as allowed is saved and compared", async () => {
  const longest = Array.from({ length: wordListLimits.lines }, (_, index) => `語${index}`).join(
    "\n",
  );
  expect((await preview(longest, { locale: "dt" })).status).toBe(200);
  expect((await save(longest, 0, { locale: "dt" })).status).toBe(200);
  await replace("", "questions", "dt");
});

test("ADMIN-05 only admins read, save and preview lists, and there are no others", async () => {
  for (const [by, status] of [
    [moderator, 403],
    [yui, 404],
  ] as const) {
    const replies = [
      await by.send(listWordLists, {}),
      await read({}, by),
      await save("a", 0, {}, by),
      await preview("a", {}, by),
    ];
    expect(replies.map((reply) => reply.status)).toEqual(Array(4).fill(status));
  }
  for (const key of [{ list: "others" }, { locale: "fr" }, { list: "__proto__" }]) {
    const replies = [await read(key), await save("a", 0, key), await preview("a", key)];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
});

test("ADMIN-06 the preview shows public texts of the last days and neither private ones nor who wrote them", async () => {
  const word = "ひみつまる";
  const { createTalk, post } = createTalkCalls(site);
  const { starter, uuid } = await createTalk();
  expect((await post(starter, uuid, `${word} in a talk`)).status).toBe(201);
  const question = await site.askQuestion(kenta, "yui", `${word} in an inbox`);
  await site.askQuestion(kenta, "yui", `死ね ${word} held in an inbox`);
  expect(await isHeld(await askReaders(`死ね ${word} held`))).toBe(true);
  await storeCommunityQuestion(site.services, "readers", {
    body: `${word} old`,
    asked_days_ago: 8,
  });
  const asked = await askReaders(`${word} in a community`);
  await askReaders("something else");
  const answer = { params: { question_id: question }, body: { text: `${word} in an answer` } };
  expect((await yui.send(postAnswer, answer)).status).toBe(201);
  await admin.send(postCommunityAnswer, {
    params: { ...readers, uuid: asked },
    body: { body: `${word} as an answer there` },
  });
  const gone = await site.registerPerson("gone");
  const toGone = await site.askQuestion(kenta, "gone", "元気？");
  await gone.send(postAnswer, { params: { question_id: toGone }, body: { text: `${word} gone` } });
  await executeSql("update users set left_at = now() where account = 'gone'");
  for (const list of ["questions", "messages"]) {
    const { data, text } = await preview(word, { list });
    expect(data.found.map(({ kind, text }) => `${kind}: ${text}`).sort()).toEqual([
      `answer: ${word} as an answer there`,
      `answer: ${word} in an answer`,
      `community_question: ${word} in a community`,
    ]);
    expect(data).toMatchObject({ found_count: 3, lost_count: 0 });
    expect(data.compared_count).toBeGreaterThan(3);
    for (const secret of ["kenta", "yui", "emi", asked, question])
      expect(text).not.toContain(secret);
  }
  // Nothing was saved.
  expect((await read()).data.word_list.lines).toBe("");
});

test("ADMIN-09 the preview counts what is found no more, and tells apart the languages of questions", async () => {
  const before = (await preview("-*")).data.lost_count;
  await storeCommunityQuestion(site.services, "readers", {
    body: "死ねばいいのに、本",
    locale: "ja",
  });
  expect((await preview("-*")).data).toMatchObject({ found_count: 0, lost_count: before + 1 });
  await storeCommunityQuestion(site.services, "readers", { body: "giraffe", locale: "dt" });
  expect((await preview("giraffe")).data.found_count).toBe(0);
  expect((await preview("giraffe", { locale: "dt" })).data.found_count).toBe(1);
  // The English list applies to all languages, and every list for messages to every text.
  expect((await preview("giraffe", { locale: "en" })).data.found_count).toBe(1);
  expect((await preview("giraffe", { list: "messages" })).data.found_count).toBe(1);
});

test("ADMIN-09 the preview shows at most 20 texts and compares at most 2,000 of a kind", async () => {
  await executeSql(
    `with asked as (
      insert into questions (uuid_hash, community_pk, status, type, body, locale, asked_hour)
      select 'many-' || n, pk, 'shown', 'text', 'かぴばら' || n, 'ja', date_trunc('hour', now())
      from communities, generate_series(1, ${wordPreviewLimits.texts + 100}) n where id = 'readers'
      returning pk, community_pk, locale, asked_hour
    )
    insert into community_questions (question_pk, community_pk, locale, asked_hour, random_order)
    select pk, community_pk, locale, asked_hour, 0 from asked`,
  );
  const { data } = await preview("*かぴばら*");
  expect(data.found).toHaveLength(wordPreviewLimits.shown);
  expect(data.found_count).toBe(wordPreviewLimits.texts);
  // Long texts end the comparison earlier.
  await executeSql(
    "update questions set body = repeat('かぴばら ', 1000) where uuid_hash like 'many-%'",
  );
  const { found_count } = (await preview("*かぴばら*")).data;
  expect(found_count).toBe(Math.floor(wordPreviewLimits.characters / 5_000));
});
