// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { computePaginationWindow, Pagination } from "./pagination.tsx";

const labels = { nav: "Pages", first: "First", previous: "Previous", next: "Next", last: "Last" };

function renderPagination(page: number, pages: number, isSinglePageHidden = false) {
  return render(
    <Pagination
      page={page}
      pages={pages}
      isSinglePageHidden={isSinglePageHidden}
      labels={labels}
      link={(target) => <a href={`?page=${target}`}>…</a>}
    />,
  );
}

const readTarget = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

test.each([
  [1, 1, [1], false, false],
  [1, 5, [1, 2, 3, 4, 5], false, false],
  [1, 6, [1, 2, 3, 4, 5], false, true],
  [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9], false, false],
  [6, 11, [2, 3, 4, 5, 6, 7, 8, 9, 10], true, true],
  [40, 40, [36, 37, 38, 39, 40], true, false],
])("API-15 page %i of %i shows %j", (page, pages, numbers, hasGapBefore, hasGapAfter) => {
  expect(computePaginationWindow(page, pages)).toEqual({ numbers, hasGapBefore, hasGapAfter });
});

test("API-15 the links first, previous, next and last open their pages", () => {
  renderPagination(12, 40);
  expect(readTarget("First")).toBe("?page=1");
  expect(readTarget("Previous")).toBe("?page=11");
  expect(readTarget("Next")).toBe("?page=13");
  expect(readTarget("Last")).toBe("?page=40");
});

test("API-15 every number except the current one is a link", () => {
  renderPagination(12, 40);
  const numbers = screen.getAllByRole("link").map((link) => link.textContent);
  expect(numbers.filter(Boolean)).toEqual(["8", "9", "10", "11", "13", "14", "15", "16"]);
  expect(screen.getByText("12").getAttribute("aria-current")).toBe("page");
});

test("API-15 gap marks replace the pages that are left out", () => {
  renderPagination(12, 40);
  expect(screen.getAllByText("…")).toHaveLength(2);
});

test("API-15 a pagination of three pages has no gap mark", () => {
  renderPagination(2, 3);
  expect(screen.queryByText("…")).toBeNull();
});

test("API-15 the first page has no link to an earlier page", () => {
  renderPagination(1, 3);
  expect(readTarget("First")).toBeUndefined();
  expect(readTarget("Previous")).toBeUndefined();
  expect(readTarget("Next")).toBe("?page=2");
});

test("API-15 the pagination is hidden without pages, and with `isSinglePageHidden` also for a single page", () => {
  renderPagination(1, 0);
  expect(screen.queryByRole("navigation")).toBeNull();
  cleanup();
  renderPagination(1, 1);
  expect(screen.queryByRole("navigation")).not.toBeNull();
  cleanup();
  renderPagination(1, 1, true);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("API-08 API-15 beyond the last page, the pagination leads back to the last pages", () => {
  renderPagination(500, 3);
  expect(readTarget("Previous")).toBe("?page=3");
  expect(readTarget("Last")).toBe("?page=3");
  expect(readTarget("Next")).toBeUndefined();
  const numbers = screen.getAllByRole("link").map((link) => link.textContent);
  expect(numbers.filter(Boolean)).toEqual(["1", "2", "3"]);
  cleanup();
  renderPagination(2, 1, true);
  expect(readTarget("Previous")).toBe("?page=1");
});
