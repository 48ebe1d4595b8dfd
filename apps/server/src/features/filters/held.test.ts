import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import {
  deleteHeldQuestion,
  deleteHeldQuestions,
  listHeldQuestions,
  postNgWord,
  releaseHeldQuestion,
} from "@toibako/contract/filters.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks; Yui has an own word and uses the site in Japanese, Emma in English.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const emma = await site.registerPerson("emma", "en");
await yui.send(postNgWord, { body: { word: "ひみつの町" } });

async function readHeld(owner: Browser, page = "1") {
  return (await owner.send(listHeldQuestions, { query: { page } })).data;
}

async function countUnread(owner: Browser) {
  return (await owner.send(getUnreadCounts, {})).data.received_items;
}

async function setColumn(account: string, column: string, value: string) {
  await site.services.database.executeSql(`update users set ${column} = $1 where account = $2`, [
    value,
    account,
  ]);
}

test("BOX-17 BOX-18 BOX-19 a held question is listed with its reason; it is not in the inbox, not counted there and causes no notice", async () => {
  const before = await countUnread(yui);
  const withOwnWord = await site.askQuestion(kenta, "yui", "ヒ・ミ・ツ・の・町に住んでる？");
  const harmful = await site.askQuestion(kenta, "yui", "ほんと気持ち悪いから二度と顔出すな");
  await site.services.jobs.drain();
  const { questions, pager } = await readHeld(yui);
  expect(pager).toEqual({ current_page: 1, total_pages: 1, total_count: 2, limit: 20 });
  const heldById = Object.fromEntries(questions.map((held) => [held.uuid_hash, held]));
  expect(heldById[withOwnWord]).toEqual({
    uuid_hash: withOwnWord,
    body: "ヒ・ミ・ツ・の・町に住んでる？",
    locale: "ja",
    type: "text",
    options: null,
    paper: "plain",
    asked_hour: expect.stringMatching(/:00:00\.000Z$/),
    asked_date_time__formatted_for_user: expect.stringMatching(/^今日 \d+時台$/),
    held_by: { kind: "own_ng_word", word: "ひみつの町" },
  });
  expect(["ml", "ng_word"]).toContain(heldById[harmful]?.held_by.kind);
  expect(await countUnread(yui)).toBe(before);
  expect((await yui.send(listNotices, {})).data.notices).toEqual([]);
  expect((await yui.send(listReceivedItems, {})).data).toMatchObject({
    items: [],
    counts: { unread: 0, held: 2 },
  });
  // A held question has no page, and can't be moved or answered.
  expect((await yui.send(getQuestion, { params: { id: withOwnWord } })).status).toBe(404);
  const move = { params: { id: withOwnWord }, body: { status: "unread" } } as const;
  expect((await yui.send(changeQuestion, move)).status).toBe(404);
  const answer = { params: { question_id: withOwnWord }, body: { text: "はい" } };
  expect((await yui.send(postAnswer, answer)).status).toBe(404);
});

test("BOX-18 BOX-19 only the receiver releases a held question to the inbox, with a notice, or deletes it", async () => {
  const ids = [
    await site.askQuestion(kenta, "yui", "ひみつの町はどう？"),
    await site.askQuestion(kenta, "yui", "ひみつの町の名物は？"),
  ] as const;
  await site.services.jobs.drain();
  const before = [await countUnread(yui), (await readHeld(yui)).pager.total_count] as const;
  for (const endpoint of [releaseHeldQuestion, deleteHeldQuestion]) {
    expect((await kenta.send(endpoint, { params: { id: ids[0] } })).status).toBe(404);
  }
  expect((await yui.send(releaseHeldQuestion, { params: { id: ids[0] } })).status).toBe(204);
  expect((await yui.send(deleteHeldQuestion, { params: { id: ids[1] } })).status).toBe(204);
  expect((await yui.send(releaseHeldQuestion, { params: { id: ids[0] } })).status).toBe(404);
  await site.services.jobs.drain();
  expect(await countUnread(yui)).toBe(before[0] + 1);
  expect((await readHeld(yui)).pager.total_count).toBe(before[1] - 2);
  const { items } = (await yui.send(listReceivedItems, {})).data;
  expect(items.map(({ uuid_hash }) => uuid_hash)).toEqual([ids[0]]);
  const { notices } = (await yui.send(listNotices, {})).data;
  // The receiver has just seen the question, so its notice isn't new and wakes no device.
  expect(notices.map(({ urn, is_new }) => [urn, is_new])).toEqual([[`/ja/q/${ids[0]}`, false]]);
});

test("BOX-18 BOX-19 a receiver deletes all held questions at once, of this account only", async () => {
  const rio = await site.registerPerson("rio");
  const sho = await site.registerPerson("sho");
  for (const person of [rio, sho]) await person.send(postNgWord, { body: { word: "みかん" } });
  for (const account of ["rio", "rio", "sho"]) {
    await site.askQuestion(kenta, account, "みかんは好き？");
  }
  await site.askQuestion(kenta, "rio", "元気？");
  expect((await readHeld(rio)).pager.total_count).toBe(2);
  expect((await rio.send(deleteHeldQuestions, {})).status).toBe(204);
  expect((await readHeld(rio)).questions).toEqual([]);
  expect((await rio.send(listReceivedItems, {})).data.counts).toMatchObject({ unread: 1, held: 0 });
  expect((await readHeld(sho)).pager.total_count).toBe(1);
  expect((await rio.send(deleteHeldQuestions, {})).status).toBe(204);
});

test.each([
  ["ja", "none", "0"],
  ["ja", "low", "1"],
  ["en", "none", "1"],
])(
  "BOX-17 for a receiver with the locale %s and the ml_filter %s, an insult causes %s held questions",
  async (locale, ml_filter, held) => {
    const account = `with_${locale}_${ml_filter}`;
    const person = await site.registerPerson(account, locale as "ja");
    await setColumn(account, "ml_filter", ml_filter);
    await site.askQuestion(
      kenta,
      account,
      locale === "ja" ? "死ねよクズ" : "kys you worthless bitch",
    );
    expect((await readHeld(person)).pager.total_count).toBe(Number(held));
  },
);

test("BOX-17 for receivers with another language than Japanese, use_ngword_filter switches the word list on and off", async () => {
  await site.askQuestion(kenta, "emma", "you worthless bitch");
  expect((await readHeld(emma)).questions[0]?.held_by).toMatchObject({
    kind: "ng_word",
    list: "en",
  });
  await setColumn("emma", "use_ngword_filter", "false");
  await site.askQuestion(kenta, "emma", "you worthless bitch, still");
  expect((await readHeld(emma)).pager.total_count).toBe(1);
  expect(await countUnread(emma)).toBe(1);
});

test("BOX-17 ASK-19 a question to oneself is never held", async () => {
  const before = (await readHeld(yui)).pager.total_count;
  await site.askQuestion(yui, "yui", "ひみつの町、また行きたい");
  expect((await readHeld(yui)).pager.total_count).toBe(before);
});

test("ASK-17 BOX-17 filters check the choices of a question as well", async () => {
  const before = (await readHeld(yui)).pager.total_count;
  const body = { account: "yui", body: "どっち？", options: ["海", "ひみつの町"] };
  await kenta.send(postQuestion, { body });
  const { questions, pager } = await readHeld(yui);
  expect(pager.total_count).toBe(before + 1);
  expect(questions.some(({ options }) => options?.includes("ひみつの町"))).toBe(true);
});

test("BOX-19 API-07 API-08 held questions are listed in pages, and a page past the end is empty", async () => {
  const mei = await site.registerPerson("mei");
  await mei.send(postNgWord, { body: { word: "りんご" } });
  for (let index = 0; index < 21; index++) await site.askQuestion(kenta, "mei", `りんご${index}`);
  expect((await readHeld(mei)).questions).toHaveLength(20);
  expect((await readHeld(mei, "2")).questions).toHaveLength(1);
  expect((await readHeld(mei, "3")).questions).toEqual([]);
  expect((await site.openBrowser().send(listHeldQuestions, {})).status).toBe(401);
});
