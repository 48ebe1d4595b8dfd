import { expect, test } from "vitest";
import { pageSearch } from "./page-search.ts";

test("PROF-03 an address keeps its page; what is no page is the first one", () => {
  expect(pageSearch({ page: "2", ref: "x" })).toEqual({ page: 2 });
  for (const page of ["1", "0", "-2", "1.5", "two", "", undefined, "9".repeat(40)]) {
    expect(pageSearch({ page })).toEqual({});
  }
});
