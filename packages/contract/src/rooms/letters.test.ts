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
  ["unit of measurement", "㎏"],
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
  "АВС привет",
  "αβγ",
  "한국어",
  "ไทย",
  "（＾▽＾）♪ ＝ ＋ ※ 〒 ￥",
  "",
])("ROOM-10 lets other letters, digits, signs and emoji pass: %s", (text) => {
  expect(hasLatinLetter(text)).toBe(false);
});
