import { expect, test } from "vitest";
import { costlyPosts, maxMilliseconds, measureCost } from "#platform/testing/costly-texts.ts";
import { classifyWithModel, loadModel } from "./classifier.ts";
import { buildOwnWordMatcher } from "./filter.ts";
import { prepareText } from "./normalize.ts";
import { loadWordLists } from "./words.ts";

const lists = loadWordLists();
const model = loadModel();
const kiss = "👩🏽‍❤️‍💋‍👨🏿";

// Words that cost most: a long run of the same letter or emoji matches nearly all of them.
const words = Array.from({ length: 50 }, (_, index) => index).flatMap((index) => [
  "あ".repeat(index + 1),
  `${kiss.repeat(13)}${String.fromCodePoint(0x1f600 + index)}`,
]);
const ownWordMatcher = buildOwnWordMatcher(words);

// So many runs make V8 compile a function. Compiled code can be slower, and must be measured as well.
const repeats = 12;

test.each(Object.entries(costlyPosts))(
  "SAFE-09 each step of a filter stays within its time limit: %s",
  (_, text) => {
    const prepared = prepareText(text);
    const work: Record<string, () => unknown> = {
      preparing: () => prepareText(text),
      ownWords: () => ownWordMatcher.find(prepared),
      classifying: () => classifyWithModel(text, model),
      lists: () => lists["zh-CN"].map(({ matcher }) => matcher.find(prepared)),
    };
    for (const [name, run] of Object.entries(work)) {
      expect(measureCost(run, maxMilliseconds, repeats), name).toBeLessThan(maxMilliseconds);
    }
  },
);

test.each([
  ["under more marks than a font can show", `f${"\u0316\u0301".repeat(15)}uck`, "fuck"],
  [
    "with marks between invisible letters",
    `ば${"\u0316".repeat(9)}\u200d${"\u0301".repeat(9)}か`,
    "ばか",
  ],
  ["beside ligatures of whole phrases", "\ufdfa fuck \ufdfb", "fuck"],
])("SAFE-09 BOX-20 a word is still found %s", (_, text, word) => {
  expect(buildOwnWordMatcher([word]).find(prepareText(text))).toBe(word);
});

test("SAFE-09 BOX-20 finds words that consist of signs in the original text", () => {
  const signs = buildOwnWordMatcher(["🍎🍎🍊", "🍌", "\ufdfa"]);
  expect(signs.find(prepareText("🍎🍎🍎🍊"))).toBe("🍎🍎🍊");
  expect(signs.find(prepareText("🍎🍎🍌"))).toBe("🍌");
  expect(signs.find(prepareText("\ufdfa"))).toBe("\ufdfa");
  expect(signs.find(prepareText("🍎🍎🍎"))).toBeUndefined();
});
