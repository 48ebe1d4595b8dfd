import { expect, test } from "vitest";
import { countRowsBefore, createPager, parsePageNumber } from "./pager.ts";

test.each(["", "a", "1.5", "1e3", "+2", " 2", "２", "0x2", "NaN", "a".repeat(500)])(
  "API-08 %j is not a number and means the first page",
  (text) => {
    expect(parsePageNumber(text)).toBe(1);
  },
);

test.each([
  ["1", 0],
  ["2", 20],
  ["007", 120],
])("API-08 page %s starts after %i rows", (text, rows) => {
  expect(countRowsBefore(parsePageNumber(text), 20)).toBe(rows);
});

test.each(["0", "-1", "-99999999999999999999", "1000000000", "9".repeat(400)])(
  "API-08 page %s is past the end of every list, with an offset that the database accepts",
  (text) => {
    const rows = countRowsBefore(parsePageNumber(text), 20);
    expect(rows).toBeGreaterThan(1_000_000_000);
    expect(rows).toBeLessThan(2 ** 53);
  },
);

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
