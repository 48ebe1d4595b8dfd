import { expect, test } from "vitest";
import { inLanguage, nextSearch } from "./addresses.ts";

test("SHELL-02 picking a language swaps the first path segment and keeps the rest", () => {
  expect(inLanguage("/ja", "en")).toBe("/en");
  expect(inLanguage("/ja/box/reply?page=2#top", "zh-CN")).toBe("/zh-CN/box/reply?page=2#top");
  expect(inLanguage("/zh-CN?tab=ja", "dt")).toBe("/dt?tab=ja");
  expect(inLanguage("/en/en", "ko")).toBe("/ko/en");
});

test("AUTH-04 a refused address is named as absent, so that the router drops it", () => {
  expect(nextSearch({ next: "/ja/box" })).toEqual({ next: "/ja/box" });
  expect(Object.keys(nextSearch({ next: "//elsewhere.example" }))).toEqual(["next"]);
  expect(nextSearch({ next: "//elsewhere.example" }).next).toBeUndefined();
  expect(nextSearch({ next: 1 }).next).toBeUndefined();
});
