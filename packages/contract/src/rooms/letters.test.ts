import { expect, test } from "vitest";
import { hasLatinLetter } from "./letters.ts";

test.each([
  ["plain", "abc"],
  ["one among kana", "ねこxいぬ"],
  ["full-width", "ａｂｃ"],
  ["circled", "ⓛⓘⓝⓔ"],
  ["circled capitals", "Ⓐ"],
  ["white in black circles", "🅛🅘🅝🅔"],
  ["white in black squares", "🅻🅸🅽🅴"],
  ["squared", "🄻🄸🄽🄴"],
  ["in parentheses", "⒧⒤⒩⒠"],
  ["mathematical bold", "𝐥𝐢𝐧𝐞"],
  ["mathematical script", "𝓁𝒾𝓃ℯ"],
  ["mathematical fraktur", "𝔩𝔦𝔫𝔢"],
  ["double-struck", "𝕝𝕚𝕟𝕖"],
  ["monospace", "𝚕𝚒𝚗𝚎"],
  ["small capitals", "ʟɪɴᴇ"],
  ["superscript", "ˡⁱⁿᵉ"],
  ["subscript", "ₗᵢₙₑ"],
  ["accented", "é"],
  ["with a separate accent", "e\u0301"],
  ["turned", "ǝ"],
  ["ligature", "ﬁ"],
  ["small letters above", "あ\u0363\u0364"],
  ["unit of measurement without a number", "㎏"],
  ["unit after a letter", "あ㎝"],
  ["further unit after a number", "1㎝㎏"],
  ["other squared letters after a number", "8㏌"],
  ["emoji as a letter", "ⓜ Ⓜ"],
  ["letter beside an emoji", "Ⓜ️ⓘ"],
  ["letter and a variation selector", "a\ufe0f"],
  ["letter in a keycap", "a\u20e3"],
  ["Roman numeral", "Ⅳ"],
  ["flags without a country", "🇱\u200b🇮"],
  ["dotless", "ı"],
  ["African", "ɓ"],
])("ROOM-10 finds Latin letters: %s", (_name, text) => {
  expect(hasLatinLetter(text)).toBe(true);
});

test.each([
  "こんにちは！",
  "１２３ 456 ①",
  "カタカナ・ﾊﾝｶｸ",
  "😀👨‍👩‍👧‍👦🅰️🅱️🆗🇯🇵",
  "Ⓜ️ℹ️™️©️®️1️⃣",
  "きょうは25℃、１５０ ㎝、5㎏、②㎞、½㎡、500㎖",
  "2026年11月28日 12:30、11/28、7.5",
  "АВС привет",
  "αβγ",
  "한국어",
  "ไทย",
  "（＾▽＾）♪ ＝ ＋ ※ 〒 ￥",
  "",
])("ROOM-10 lets other letters, digits, signs and emoji pass: %s", (text) => {
  expect(hasLatinLetter(text)).toBe(false);
});
