import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeForMatching, prepareText } from "./normalize.ts";

test.each([
  ["full width", "ＡＢＣ１２３", "abc123"],
  ["half-width kana with voiced marks", "ｶﾞｯﾂﾎﾟｰｽﾞ", "がつつぽず"],
  ["a voiced mark that stands alone", "は゛か", "ばか"],
  ["a voiced mark on a letter that has none", "ね゛こ", "ねこ"],
  ["katakana, small and long sounds", "ヴァイオリーン", "ゔあいおりん"],
  ["zero-width characters", "a\u200bb\u200dc\u2060d\ufeff", "abcd"],
  ["bidi overrides and isolates", "\u202eab\u202c\u2066c\u2069", "abc"],
  ["variation selectors", "葛\u{e0100}飾a\ufe0f", "葛飾a"],
  ["stacked accents", "s̷̛̗h̶͚̕i̸̱͠t̵̟̒", "shit"],
  ["umlauts and sharp s", "Größe", "grosse"],
  ["Cyrillic and Greek that look Latin", "раураl αβο", "paypalabo"],
  ["circles, squares and flags", "ⓐ🄱🅲🅳🇪", "abcde"],
  ["small capitals", "ꜱʜɪᴛ", "shit"],
  ["signs, spaces, emoji between", "a-b.c d🍎e\n", "abcde"],
  ["Hangul taken apart", "\u1109\u1175\u1107\u1161\u11af", "시발"],
  ["Hangul taken apart by signs", "(시)ㅂ\u1161 ㅅ.ㅣ", "시바시"],
  ["Thai vowels and tones", "ไม่ได้", "ไม่ได้"],
])("BOX-20 gives one spelling to %s", (_, text, letters) => {
  expect(normalizeForMatching(text).letters).toBe(letters);
});

test.each([
  ["digits for letters", "5h1t", "shit"],
  ["signs for letters", "b!tch a$$hole", "bitchasshole"],
  ["drawn out letters", "fuuuuck", "fuck"],
])("BOX-20 a second matching form replaces %s", (_, text, letters) => {
  expect(prepareText(text).forms.map((form) => form.letters)).toContain(letters);
});

test("BOX-20 numbers and exclamation marks are not read as letters", () => {
  expect(prepareText("Since 2024, 5 + 3!").forms.map(({ letters }) => letters)).toEqual([
    "since202453",
  ]);
});

test("BOX-20 the arrays of a form are as long as its letters, with lone surrogates as well", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (a, b) => {
      for (const { letters, gaps, kinds } of prepareText(`\ud83d${a}\udc00${b}\ud800`).forms) {
        expect(gaps).toHaveLength(letters.length);
        expect(kinds).toHaveLength(letters.length);
      }
    }),
  );
});

test("BOX-20 normalising is idempotent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const { letters } = normalizeForMatching(text);
      expect(normalizeForMatching(letters).letters).toBe(letters);
    }),
    // A syllable in brackets, to which the next letter belongs once the brackets are removed; Thai marks in another order.
    { numRuns: 1000, examples: [["㈎ㄵ"], ["ᄀ.ᅡᆬ"], ["ก\u0e48.\u0e38"]] },
  );
});
