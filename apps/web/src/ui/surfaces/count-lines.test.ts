import { expect, test } from "vitest";
import { countLines, foldBlankLines } from "./count-lines.ts";

test("Thai marks take no width, and Thai letters half the width of a Han character", () => {
  expect(countLines("ที่นี่".repeat(7), 22)).toBe(1);
  expect(countLines("ก".repeat(44), 22)).toBe(1);
  expect(countLines("ก".repeat(45), 22)).toBe(2);
  expect(countLines("漢".repeat(23), 22)).toBe(2);
});

test.each([
  ["two blank lines", "a\n\n\nb", "a\n\n\nb"],
  ["three blank lines", "a\n\n\n\nb", "a\n\n\nb"],
  ["4,998 line breaks", `a${"\n".repeat(4998)}b`, "a\n\n\nb"],
  ["lines of spaces and invisible characters", "a\n \n\u3000\n\u3164\u200b\n\u2800\nb", "a\n\n\nb"],
  ["two runs", "a\n\n\n\n\nb\n\n\n\n\nc", "a\n\n\nb\n\n\nc"],
])("blank lines: at most two of %s are shown", (_, text, shown) => {
  expect(foldBlankLines(text)).toBe(shown);
});
