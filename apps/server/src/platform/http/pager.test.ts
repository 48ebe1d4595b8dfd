import { expect, test } from "vitest";
import { countRowsBefore, createPager, maxOffset, parsePageNumber } from "./pager.ts";

test.each([
  "",
  "a",
  "0",
  "-1",
  "-99999999999999999999",
  "1.5",
  "1e3",
  "+2",
  " 2",
  "２",
  "0x2",
  "NaN",
  "a".repeat(500),
])("API-08 %j is not a number above 0 and means the first page", (text) => {
  expect(parsePageNumber(text)).toBe(1);
});

test.each([
  ["1", 0],
  ["2", 20],
  ["007", 120],
])("API-08 page %s starts after %i rows", (text, rows) => {
  expect(countRowsBefore(parsePageNumber(text), 20)).toBe(rows);
});

test.each(["502", "1000000000", "9".repeat(400)])(
  "API-08 page %s is out of reach of page numbers, and therefore empty",
  (text) => {
    expect(countRowsBefore(parsePageNumber(text), 20)).toBe(maxOffset + 1);
  },
);

test("API-07 the last page number that a pager names is in reach", () => {
  const { total_pages } = createPager(1, 20, 1_000_000);
  expect(countRowsBefore(total_pages, 20)).toBe(maxOffset);
  expect(createPager(1, 3, 1_000_000).total_pages).toBe(3334);
});

test.each([
  [0, 0],
  [1, 1],
  [3, 1],
  [4, 2],
  [7, 3],
])("API-07 %i items with three on a page need %i pages", (total_count, total_pages) => {
  expect(createPager(1, 3, total_count)).toEqual({
    current_page: 1,
    limit: 3,
    total_count,
    total_pages,
  });
});
