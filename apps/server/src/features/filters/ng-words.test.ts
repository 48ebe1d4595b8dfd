import {
  deleteNgWord,
  listHeldQuestions,
  listNgWords,
  postNgWord,
  previewNgWord,
} from "@toibako/contract/filters.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks; the other accounts have own words.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

const addWord = (person: Browser, word: string) => person.send(postNgWord, { body: { word } });

async function readWords(person: Browser) {
  return (await person.send(listNgWords, {})).data.ng_words.map(({ word }) => word);
}

test("BOX-21 only the owner lists and removes their words", async () => {
  const first = (await addWord(yui, "  りんご ")).data.ng_word;
  await addWord(yui, "みかん");
  expect(await readWords(yui)).toEqual(["りんご", "みかん"]);
  expect(await readWords(kenta)).toEqual([]);
  expect((await kenta.send(deleteNgWord, { params: { id: first.id } })).status).toBe(404);
  expect((await yui.send(deleteNgWord, { params: { id: first.id } })).status).toBe(204);
  expect(await readWords(yui)).toEqual(["みかん"]);
});

test("BOX-21 adding an existing word returns the existing one", async () => {
  const [once, again] = [await addWord(yui, "ぶどう"), await addWord(yui, "ぶどう")];
  expect(again.data).toEqual(once.data);
  expect((await readWords(yui)).filter((word) => word === "ぶどう")).toHaveLength(1);
});

test.each(["", "   ", "\u200b\u202e", "長".repeat(51)])(
  "BOX-21 refuses %j as a word",
  async (word) => {
    const { status, error } = await addWord(yui, word);
    expect(status).toBe(400);
    expect(error?.details.word).toHaveLength(1);
  },
);

test("BOX-21 API-10 refuses an idempotency key that was used for another word", async () => {
  const headers = { "idempotency-key": "one-key-two-words" };
  const body = { word: "いちじく" };
  const first = await yui.send(postNgWord, { body }, headers);
  expect((await yui.send(postNgWord, { body }, headers)).data).toEqual(first.data);
  const other = await yui.send(postNgWord, { body: { word: "ざくろ" } }, headers);
  expect([other.status, other.error?.code]).toEqual([409, "key_reused"]);
  expect(await readWords(yui)).not.toContain("ざくろ");
});

test("BOX-21 accepts no more than 100 words, even in simultaneous requests", async () => {
  const mei = await site.registerPerson("mei");
  for (let index = 0; index < 95; index++) await addWord(mei, `言葉${index}`);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => addWord(mei, `もう一つ${index}`)),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(5).fill(201),
    ...Array(5).fill(422),
  ]);
  const refused = replies.find(({ status }) => status === 422);
  expect(refused?.error).toMatchObject({ code: "ng_words_full", messages: [/100/] });
  expect(await readWords(mei)).toHaveLength(100);
});

test("BOX-21 BOX-18 a word holds questions after it is added and until it is removed", async () => {
  const sora = await site.registerPerson("sora");
  const countHeldQuestions = async () =>
    (await sora.send(listHeldQuestions, {})).data.pager.total_count;
  await site.askQuestion(kenta, "sora", "すいかは好き？");
  expect(await countHeldQuestions()).toBe(0);
  const { ng_word } = (await addWord(sora, "スイカ")).data;
  await site.askQuestion(kenta, "sora", "す\u200bい か は好き？");
  expect(await countHeldQuestions()).toBe(1);
  await sora.send(deleteNgWord, { params: { id: ng_word.id } });
  await site.askQuestion(kenta, "sora", "すいか、もう一度");
  expect(await countHeldQuestions()).toBe(1);
});

test("BOX-21 the preview shows what a word would have held", async () => {
  const haru = await site.registerPerson("haru");
  for (let index = 0; index < 7; index++)
    await site.askQuestion(kenta, "haru", `メロンの話${index}`);
  await site.askQuestion(kenta, "haru", "別の話");
  const previewOwnWord = async (word: string) =>
    (await haru.send(previewNgWord, { query: { word } })).data;
  const { questions, pager } = await previewOwnWord("めろん");
  expect(pager.total_count).toBe(7);
  expect(questions).toHaveLength(5);
  expect(questions.every(({ body }) => body.startsWith("メロン"))).toBe(true);
  expect((await previewOwnWord("")).pager.total_count).toBe(0);
  expect((await previewOwnWord("りんご")).questions).toEqual([]);
});
