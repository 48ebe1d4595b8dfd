import { expect, test } from "vitest";
import { type FilterSources, heldBy, ownWords, preview, type Rules } from "./filter.ts";
import type { Finding } from "./score.ts";
import { loadWordLists } from "./words.ts";

const lists = loadWordLists();
const sources = (finding?: Finding): FilterSources => ({ lists, score: async () => finding });
const rules: Rules = {
  locale: "en",
  ml_filter: "medium",
  use_ngword_filter: true,
  own_words: ownWords(["pineapple"]),
};
const japanese: Rules = { ...rules, locale: "ja" };

test("BOX-17 outside Japanese the word list decides, if it is on", async () => {
  const insult = "You b1tch";
  const word = { kind: "ng_word", word: "bitch", list: "en" };
  expect(await heldBy(insult, rules, sources())).toEqual(word);
  expect(await heldBy(insult, { ...rules, ml_filter: "none" }, sources())).toEqual(word);
  expect(await heldBy(insult, { ...rules, use_ngword_filter: false }, sources())).toBeUndefined();
});

test("BOX-17 outside Japanese the model isn't asked", async () => {
  const score = () => Promise.reject(new Error("asked"));
  expect(await heldBy("hello", rules, { lists, score })).toBeUndefined();
});

test.each([
  ["none", "low", false],
  ["low", "low", true],
  ["low", "medium", false],
  ["medium", "medium", true],
  ["medium", "high", false],
  ["high", "high", true],
] as const)(
  "BOX-17 in Japanese level %s holds what is harmful at %s: %s",
  async (set, at, held) => {
    const found = sources({ category: "threat", level: at });
    const rule = await heldBy("覚えてろ", { ...japanese, ml_filter: set }, found);
    expect(rule).toEqual(held ? { kind: "ml", category: "threat" } : undefined);
  },
);

test("BOX-17 in Japanese the level switches the word list as well, not the other setting", async () => {
  const off = { ...japanese, use_ngword_filter: false };
  expect(await heldBy("死 ね", off, sources())).toMatchObject({ kind: "ng_word", list: "ja" });
  expect(await heldBy("死 ね", { ...japanese, ml_filter: "none" }, sources())).toBeUndefined();
});

test("BOX-21 own words hold whatever else is set, and are told first", async () => {
  const own = { kind: "own_ng_word", word: "pineapple" };
  const off = { ...rules, use_ngword_filter: false };
  expect(await heldBy("P-i-n-e-a-p-p-l-e?", off, sources())).toEqual(own);
  expect(await heldBy("bitch, pineapple", rules, sources())).toEqual(own);
  expect(await heldBy("apple?", rules, sources())).toBeUndefined();
});

test("BOX-21 the preview names the texts that a word would have held, and lets others go before", async () => {
  const texts = ["ネタバレしていい？", "元気？", "ねたばれ禁止"];
  let served = 0;
  const serve = () => {
    served++;
    if (served < texts.length) setImmediate(serve);
  };
  serve();
  expect(await preview(texts, ["ねたばれ"])).toEqual(["ネタバレしていい？", "ねたばれ禁止"]);
  expect(served).toBe(texts.length);
  expect(await preview(texts, [])).toEqual([]);
});
