import { expect, test } from "vitest";
import { countLines } from "./count-lines.ts";

test("Thai marks take no width, and Thai letters half the width of a Han character", () => {
  expect(countLines("ที่นี่".repeat(7), 22)).toBe(1);
  expect(countLines("ก".repeat(44), 22)).toBe(1);
  expect(countLines("ก".repeat(45), 22)).toBe(2);
  expect(countLines("漢".repeat(23), 22)).toBe(2);
});
