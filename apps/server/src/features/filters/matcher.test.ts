import fc from "fast-check";
import { expect, test } from "vitest";
import { buildMatcher, type Matcher } from "./matcher.ts";
import { prepareText } from "./normalize.ts";
import { parseWordList } from "./words.ts";

const matcherOf = (...entries: string[]) => buildMatcher(parseWordList(entries));
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
])("BOX-20 finds a word of a spaced script in %o", (text) => {
  expect(find(matcherOf("shit"), text)).toBe("shit");
});

test.each(["shitake", "a push it gives", "class hit", "it's hit", "fishs hit", "dishit", "s hit"])(
  "BOX-20 does not find the word in %o",
  (text) => {
    expect(find(matcherOf("shit"), text)).toBeUndefined();
  },
);

test("BOX-20 does not find words inside other words or across them", () => {
  const matcher = matcherOf("cunt", "penis", "18");
  expect(find(matcher, "My pen is in Scunthorpe since 2018.")).toBeUndefined();
  expect(find(matcher, "only 18+")).toBe("18");
});

test("BOX-20 a star matches longer words, and two words match without the space between them", () => {
  const matcher = matcherOf("fuck*", "*burger", "kill yourself");
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
  expect(find(matcherOf("死ね"), text)).toBe("死ね");
});

test("BOX-20 ignores matches that a harmless word covers or overlaps", () => {
  const matcher = matcherOf("死ね", "!必死", "!死ねない");
  expect(find(matcher, "必死ねえ")).toBeUndefined();
  expect(find(matcher, "まだ死ねない")).toBeUndefined();
  expect(find(matcher, "まだ死ねない。死ね")).toBe("死ね");
});

test.each([
  ["시발", "시 발", true],
  ["시발", "시발놈", true],
  ["시발", "다시 발견", false],
  ["ควย", "ค ว ย", true],
  ["ควย", "ไอ้ควยนี่", true],
  ["คว", "คว่ำ", false],
])("BOX-20 searches Hangul and Thai: %s in %s", (word, text, found) => {
  expect(find(matcherOf(word), text)).toBe(found ? word : undefined);
});

test("BOX-20 an emoji can be a word", () => {
  expect(find(matcherOf("🖕"), "you 🖕🏽")).toBe("🖕");
});

test("BOX-20 returns the word as spelled in its list", () => {
  expect(find(matcherOf("バーカ"), "ばか")).toBe("バーカ");
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
