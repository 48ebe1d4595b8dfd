import { expect, test } from "vitest";
import { splitRuns } from "./emoji.ts";

test.each([
  ["👨‍👩‍👧‍👦", "1f468-200d-1f469-200d-1f467-200d-1f466"],
  ["🇯🇵", "1f1ef-1f1f5"],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1f3f4-e0067-e0062-e0065-e006e-e0067-e007f"],
  ["1️⃣", "31-20e3"],
  ["👍🏽", "1f44d-1f3fd"],
  ["❤️", "2764"],
  ["🏳️‍🌈", "1f3f3-fe0f-200d-1f308"],
  ["👁️‍🗨️", "1f441-200d-1f5e8"],
])("SHARE-01 %s is drawn as one picture", (emoji, name) => {
  expect(splitRuns(`a${emoji}b`)).toEqual([{ text: "a" }, { emoji: name }, { text: "b" }]);
});

test("SHARE-01 an emoji without a drawing has one picture in place of the whole sequence", () => {
  expect(splitRuns("👨🏻‍🐶")).toEqual([{ emoji: "1f468-1f3fb" }]);
  expect(splitRuns("🇿🇿")).toEqual([{ emoji: "1f3f3" }]);
  // Emoji of Unicode 16 (a face with bags under its eyes, the flag of Sark) and of Unicode 17 (an orca, dancers and wrestlers
  // with skin tones).
  const laterEmoji = [
    "\u{1fae9}",
    "🇨🇶",
    "\u{1facd}",
    "🧑🏽‍🩰",
    "👯🏻‍♂️",
    "🧑🏻‍\u{1faef}‍🧑🏿",
    "\u{1fabe}",
  ];
  for (const emoji of laterEmoji) {
    expect([emoji, splitRuns(`a${emoji}b`).length]).toEqual([emoji, 3]);
  }
  expect(splitRuns("\u{1fabe}")).toEqual([{ emoji: "" }]);
});

test.each(["❤\ufe0e", "☕\ufe0e", "⚡\ufe0e", "😀\ufe0e", "▶\ufe0e"])(
  "SHARE-01 %s with the selector of the text presentation is text",
  (sign) => {
    expect(splitRuns(`a${sign}b`)).toEqual([{ text: `a${sign}b` }]);
  },
);

test.each(["a⃣", "あ⃣"])("SHARE-01 %s, a letter in a keycap, stays text", (letter) => {
  expect(splitRuns(`1️⃣${letter}b`)).toEqual([{ emoji: "31-20e3" }, { text: `${letter}b` }]);
});

test("SHARE-01 digits, letters and signs are drawn as text", () => {
  const text = "10時、© 2026 ♥ #1 *";
  expect(splitRuns(text)).toEqual([{ text }]);
});
