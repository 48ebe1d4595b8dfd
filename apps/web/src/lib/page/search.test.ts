import { expect, test } from "vitest";
import {
  getPageNumbers,
  validateNextSearch,
  validatePageSearch,
  validateTextSearch,
} from "./search.ts";

test("PROF-03 a valid page number is kept, and an invalid one is dropped", () => {
  expect(validatePageSearch({ page: "2", ref: "x" })).toEqual({ page: 2 });
  for (const page of ["1", "0", "-2", "1.5", "two", "", undefined, "9".repeat(40)]) {
    expect(validatePageSearch({ page })).toEqual({});
  }
});

test("FEEL-06 an address shows one page, or up to ten pages of a list that has grown", () => {
  const read = (page?: string, from?: string) => getPageNumbers(validatePageSearch({ page, from }));
  expect(read()).toEqual([1]);
  expect(read("3")).toEqual([3]);
  expect(read("3", "1")).toEqual([1, 2, 3]);
  expect(read("40", "2")).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
  for (const from of ["3", "4", "0", "-1", "1.5", "x", ""]) expect(read("3", from)).toEqual([3]);
  expect(read("1", "0")).toEqual([1]);
});

test("only named parameters that are texts are kept", () => {
  const search = { state: "decided", kind: "", after: 3, other: "x" };
  expect(validateTextSearch(search, ["state", "kind", "after"])).toEqual({ state: "decided" });
});

test("AUTH-04 a refused address becomes undefined, so that the router drops it", () => {
  expect(validateNextSearch({ next: "/ja/box" })).toEqual({ next: "/ja/box" });
  expect(Object.keys(validateNextSearch({ next: "//elsewhere.example" }))).toEqual(["next"]);
  expect(validateNextSearch({ next: "//elsewhere.example" }).next).toBeUndefined();
  expect(validateNextSearch({ next: 1 }).next).toBeUndefined();
});
