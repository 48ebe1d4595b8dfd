import { expect, test } from "vitest";
import {
  buildOwnWordMatcher,
  type FilterSettings,
  type FilterSources,
  findHoldingRule,
  findMatchingTexts,
  findSiteRule,
} from "./filter.ts";
import type { Finding } from "./score.ts";
import { loadWordLists } from "./words.ts";

const wordLists = loadWordLists();
const readWordLists = async () => wordLists;
const createSources = (finding?: Finding): FilterSources => ({
  readWordLists,
  classifyText: async () => finding,
});
const settings: FilterSettings = {
  locale: "en",
  ml_filter: "medium",
  use_ngword_filter: true,
  ownWordMatcher: buildOwnWordMatcher(["pineapple"]),
};
const japanese: FilterSettings = { ...settings, locale: "ja" };

test("BOX-17 for receivers with another language than Japanese, the word list holds questions if the setting is on", async () => {
  const insult = "You b1tch";
  const rule = { kind: "ng_word", word: "bitch", list: "en" };
  expect(await findHoldingRule(insult, settings, createSources())).toEqual(rule);
  expect(
    await findHoldingRule(insult, { ...settings, ml_filter: "none" }, createSources()),
  ).toEqual(rule);
  expect(
    await findHoldingRule(insult, { ...settings, use_ngword_filter: false }, createSources()),
  ).toBeUndefined();
});

test("BOX-17 for receivers with another language than Japanese, the model is not called", async () => {
  const failIfCalled = () => Promise.reject(new Error("called"));
  expect(
    await findHoldingRule("hello", settings, { readWordLists, classifyText: failIfCalled }),
  ).toBeUndefined();
});

test.each([
  ["none", "low", false],
  ["low", "low", true],
  ["low", "medium", false],
  ["medium", "medium", true],
  ["medium", "high", false],
  ["high", "high", true],
] as const)(
  "BOX-17 for receivers with Japanese, filter level %s holds a text of level %s: %s",
  async (ml_filter, level, isHeld) => {
    const sources = createSources({ category: "threat", level });
    const rule = await findHoldingRule("覚えてろ", { ...japanese, ml_filter }, sources);
    expect(rule).toEqual(isHeld ? { kind: "ml", category: "threat" } : undefined);
  },
);

test("BOX-17 for receivers with Japanese, the filter level also switches the word list on and off; use_ngword_filter has no effect", async () => {
  const off = { ...japanese, use_ngword_filter: false };
  expect(await findHoldingRule("死 ね", off, createSources())).toMatchObject({
    kind: "ng_word",
    list: "ja",
  });
  expect(
    await findHoldingRule("死 ね", { ...japanese, ml_filter: "none" }, createSources()),
  ).toBeUndefined();
});

test.each([
  ["死 ね", "ja", { kind: "ng_word", word: "死ね", list: "ja" }],
  ["You b1tch", "ja", { kind: "ng_word", word: "bitch", list: "en" }],
  ["You b1tch", "en", { kind: "ng_word", word: "bitch", list: "en" }],
  ["死 ね", "en", undefined],
  ["おすすめの本は？", "ja", undefined],
] as const)("COMM-20 the word lists check the public text %s in %s", (text, locale, rule) => {
  expect(findSiteRule(text, locale, wordLists)).toEqual(rule);
});

test("BOX-21 own words hold questions with any settings, and are the reason given if other rules match too", async () => {
  const ownWordRule = { kind: "own_ng_word", word: "pineapple" };
  const off = { ...settings, use_ngword_filter: false };
  expect(await findHoldingRule("P-i-n-e-a-p-p-l-e?", off, createSources())).toEqual(ownWordRule);
  expect(await findHoldingRule("bitch, pineapple", settings, createSources())).toEqual(ownWordRule);
  expect(await findHoldingRule("apple?", settings, createSources())).toBeUndefined();
});

test("BOX-21 the preview finds the texts that a word would have held, and lets other work run in between", async () => {
  const texts = ["ネタバレしていい？", "元気？", "ねたばれ禁止"];
  let otherRuns = 0;
  const runOther = () => {
    otherRuns++;
    if (otherRuns < texts.length) setImmediate(runOther);
  };
  runOther();
  expect(await findMatchingTexts(texts, ["ねたばれ"])).toEqual([
    "ネタバレしていい？",
    "ねたばれ禁止",
  ]);
  expect(otherRuns).toBe(texts.length);
  expect(await findMatchingTexts(texts, [])).toEqual([]);
});
