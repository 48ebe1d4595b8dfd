import fc from "fast-check";
import { expect, test } from "vitest";
import { buildOwnWordMatcher } from "./filter.ts";
import { buildMatcher, type Matcher } from "./matcher.ts";
import { prepareText } from "./normalize.ts";
import { parseWordList } from "./words.ts";

const createMatcher = (...entries: string[]) => buildMatcher(parseWordList(entries));
const find = (matcher: Matcher, text: string) => matcher.find(prepareText(text));

test.each([
  "shit happens",
  "SHIT!",
  "s h i t",
  "well, s.h.i.t",
  "sh-it",
  "ｓｈｉｔ",
  "ѕhit",
  "s\u200bhit",
  "\u202eshit\u202c",
  "5h1t",
  "shiiiiit",
  "ばかなshitだ",
])("BOX-20 finds a word of a script with spaces in %o", (text) => {
  expect(find(createMatcher("shit"), text)).toBe("shit");
});

test.each(["shitake", "a push it gives", "class hit", "it's hit", "fishs hit", "dishit", "s hit"])(
  "BOX-20 does not find the word in %o",
  (text) => {
    expect(find(createMatcher("shit"), text)).toBeUndefined();
  },
);

test.each([
  "f u c k you",
  "f u ck you",
  "fu ck you",
  "F-U C K YOU",
  "so f uck you!",
  "f u c kyou",
  "f u c k y o u",
  "fuck y o u",
])("BOX-20 finds a word that is partly torn apart: %o", (text) => {
  expect(find(createMatcher("fuck you"), text)).toBe("fuck you");
});

test.each([
  ["pen is", "penis"],
  ["an Al Pacino film", "anal"],
  ["it's hit after hit", "shit"],
  ["plan A, N.A.L. or B", "anus"],
  ["Kann alle singen?", "kanalle"],
  ["20 18 people", "2018"],
])("BOX-20 ordinary words beside each other are not a torn word: %o", (text, word) => {
  expect(find(createMatcher(word), text)).toBeUndefined();
});

test.each([
  ["badword7", "badword 7"],
  ["badword 7", "badword7"],
  ["badword 7", "bad word 7"],
  ["badword 7", "b a d w o r d 7"],
  ["badword", "bad word 7"],
  ["badword", "bad-word"],
])("BOX-20 BOX-21 an own word is found in a text with other spaces: %o in %o", (word, text) => {
  expect(buildOwnWordMatcher([word]).find(prepareText(text))).toBe(word);
});

test.each([
  ["theme", "the me"],
  ["badword", "a bad wording"],
])("BOX-21 an own word is not found across other words: %o in %o", (word, text) => {
  expect(buildOwnWordMatcher([word]).find(prepareText(text))).toBeUndefined();
});

test("BOX-20 does not find words inside other words or across them", () => {
  const matcher = createMatcher("cunt", "penis", "18");
  expect(find(matcher, "My pen is in Scunthorpe since 2018.")).toBeUndefined();
  expect(find(matcher, "only 18+")).toBe("18");
});

test("BOX-20 an entry with a star matches longer words, and an entry of two words matches without the space", () => {
  const matcher = createMatcher("fuck*", "*burger", "kill yourself");
  expect(find(matcher, "fucking")).toBe("fuck");
  expect(find(matcher, "unfucked")).toBeUndefined();
  expect(find(matcher, "a cheeseburger")).toBe("burger");
  expect(find(matcher, "killyourself")).toBe("kill yourself");
  expect(find(matcher, "overkill yourself")).toBeUndefined();
});

test.each([
  "死ね",
  "死 ね",
  "死・ね",
  "死\nね",
  "死★ネ",
  "死ﾈ",
  "死ーね",
  "今日死ねよ",
  "死👨‍👩‍👧‍👦ね",
])("BOX-20 ignores spaces and signs between Han and kana: %o", (text) => {
  expect(find(createMatcher("死ね"), text)).toBe("死ね");
});

test("BOX-20 ignores matches that a harmless word covers or overlaps", () => {
  const matcher = createMatcher("死ね", "!必死", "!死ねない");
  expect(find(matcher, "必死ねえ")).toBeUndefined();
  expect(find(matcher, "まだ死ねない")).toBeUndefined();
  expect(find(matcher, "まだ死ねない。死ね")).toBe("死ね");
});

test.each([
  ["시발", "시 발", true],
  ["시발", "시발놈", true],
  ["시발", "다시 발견", false],
  ["시발놈", "시 발놈", true],
  ["시발놈", "다시 발놈", false],
  ["ควย", "ค ว ย", true],
  ["ควย", "ไอ้ควยนี่", true],
  ["คว", "คว่ำ", false],
])("BOX-20 searching for the Hangul or Thai word %s in %s finds it: %s", (word, text, isFound) => {
  expect(find(createMatcher(word), text)).toBe(isFound ? word : undefined);
});

test("BOX-20 an emoji can be a word", () => {
  expect(find(createMatcher("🖕"), "you 🖕🏽")).toBe("🖕");
});

test("BOX-20 returns the word as spelled in its list", () => {
  expect(find(createMatcher("バーカ"), "ばか")).toBe("バーカ");
});

test("BOX-20 no text causes an error", () => {
  const words = fc.array(fc.string({ unit: "binary" }), { maxLength: 20 });
  fc.assert(
    fc.property(words, fc.string({ unit: "binary" }), (list, text) => {
      find(buildMatcher(list.map((word) => ({ word }))), `\ud800${text}\udfff`);
    }),
  );
});

test("BOX-20 finds every word in a text that contains it", () => {
  const kana = fc.string({
    unit: fc.constantFrom(...Array.from("あいうかき死殺ばパﾊ")),
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.array(kana, { minLength: 1 }), kana, kana, (words, before, after) => {
      const matcher = buildMatcher(words.map((word) => ({ word })));
      for (const word of words) expect(find(matcher, before + word + after)).toBeDefined();
    }),
  );
});
