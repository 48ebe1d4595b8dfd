import { expect, test } from "vitest";
import { loadStatus } from "./item-list.tsx";

const pager = { current_page: 1, total_pages: 2, total_count: 4, limit: 3 };
const listed = (count: number) => ({ items: Array(count).fill({}), pager });

test("PROF-05 a list loads through INITIAL, LOADING, SUCCESS and ERROR", () => {
  const waiting = { data: undefined, isError: false, isFetching: false };
  expect(loadStatus(waiting)).toBe("INITIAL");
  expect(loadStatus({ ...waiting, isFetching: true })).toBe("LOADING");
  expect(loadStatus({ ...waiting, data: listed(3) })).toBe("SUCCESS");
  expect(loadStatus({ ...waiting, isError: true })).toBe("ERROR");
});

test("PROF-05 a page with fewer than 3 items is the last one", () => {
  expect(loadStatus({ data: listed(2), isError: false, isFetching: false })).toBe("ALL_FETCHED");
  expect(loadStatus({ data: listed(0), isError: false, isFetching: true })).toBe("ALL_FETCHED");
});

test("a loaded list stays when a later request fails", () => {
  expect(loadStatus({ data: listed(3), isError: true, isFetching: false })).toBe("SUCCESS");
});
