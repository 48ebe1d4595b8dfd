import { expect, test } from "vitest";
import { runsOf } from "./emoji.ts";

test.each([
  ["👨‍👩‍👧‍👦", "1f468-200d-1f469-200d-1f467-200d-1f466"],
  ["🇯🇵", "1f1ef-1f1f5"],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1f3f4-e0067-e0062-e0065-e006e-e0067-e007f"],
  ["1️⃣", "31-20e3"],
  ["👍🏽", "1f44d-1f3fd"],
  ["❤️", "2764"],
  ["🏳️‍🌈", "1f3f3-fe0f-200d-1f308"],
  ["👁️‍🗨️", "1f441-200d-1f5e8"],
])("SHARE-01 %s is one picture", (emoji, name) => {
  expect(runsOf(`a${emoji}b`)).toEqual([{ text: "a" }, { emoji: name }, { text: "b" }]);
});

test("SHARE-01 an emoji that nobody has drawn falls apart into those that are", () => {
  expect(runsOf("👨🏻‍🐶")).toEqual([{ emoji: "1f468-1f3fb" }, { emoji: "1f436" }]);
  expect(runsOf("🇿🇿")).toEqual([{ emoji: "1f1ff" }, { emoji: "1f1ff" }]);
  expect(runsOf("\u{1fabe}")).toEqual([{ emoji: "" }]);
});

test("SHARE-01 digits, letters and marks of the text stay text", () => {
  const text = "10時、© 2026 ♥ #1 *";
  expect(runsOf(text)).toEqual([{ text }]);
});
