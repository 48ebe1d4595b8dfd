import { expect, test } from "vitest";
import { nextSearch, pageSearch } from "./search.ts";

test("PROF-03 keeps a valid page and drops invalid ones", () => {
  expect(pageSearch({ page: "2", ref: "x" })).toEqual({ page: 2 });
  for (const page of ["1", "0", "-2", "1.5", "two", "", undefined, "9".repeat(40)]) {
    expect(pageSearch({ page })).toEqual({});
  }
});

test("AUTH-04 returns undefined for a refused address, so that the router drops it", () => {
  expect(nextSearch({ next: "/ja/box" })).toEqual({ next: "/ja/box" });
  expect(Object.keys(nextSearch({ next: "//elsewhere.example" }))).toEqual(["next"]);
  expect(nextSearch({ next: "//elsewhere.example" }).next).toBeUndefined();
  expect(nextSearch({ next: 1 }).next).toBeUndefined();
});
