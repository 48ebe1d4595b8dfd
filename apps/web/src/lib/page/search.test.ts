import { expect, test } from "vitest";
import { validateNextSearch, validatePageSearch } from "./search.ts";

test("PROF-03 keeps a valid page and drops invalid ones", () => {
  expect(validatePageSearch({ page: "2", ref: "x" })).toEqual({ page: 2 });
  for (const page of ["1", "0", "-2", "1.5", "two", "", undefined, "9".repeat(40)]) {
    expect(validatePageSearch({ page })).toEqual({});
  }
});

test("AUTH-04 returns undefined for a refused address, so that the router drops it", () => {
  expect(validateNextSearch({ next: "/ja/box" })).toEqual({ next: "/ja/box" });
  expect(Object.keys(validateNextSearch({ next: "//elsewhere.example" }))).toEqual(["next"]);
  expect(validateNextSearch({ next: "//elsewhere.example" }).next).toBeUndefined();
  expect(validateNextSearch({ next: 1 }).next).toBeUndefined();
});
