import { expect, test } from "vitest";
import { replaceLocale } from "./locale.ts";

test("SHELL-02 another locale replaces the first path segment and keeps the rest of the address", () => {
  expect(replaceLocale("/ja", "en")).toBe("/en");
  expect(replaceLocale("/ja/box/reply?page=2#top", "zh-CN")).toBe("/zh-CN/box/reply?page=2#top");
  expect(replaceLocale("/zh-CN?tab=ja", "dt")).toBe("/dt?tab=ja");
  expect(replaceLocale("/en/en", "ko")).toBe("/ko/en");
});
