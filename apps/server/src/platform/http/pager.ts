import type { Pager } from "@toibako/contract/shapes.ts";

/** A page number beyond the end of every list. */
const maxPage = 1_000_000_000;

/** Parses a page number; anything but a whole number means the first page. */
export function parsePageNumber(text: string): number {
  if (!/^-?\d+$/.test(text)) return 1;
  return Math.min(Math.max(Number(text), 0), maxPage);
}

/** The SQL offset of a page; page 0 and negative pages are empty, like pages past the end. */
export function countRowsBefore(page: number, limit: number): number {
  return ((page < 1 ? maxPage : page) - 1) * limit;
}

/** The pager of a list that is always sent whole, as one page. */
export function createSinglePager(total_count: number): Pager {
  // `createPager` divides by the limit, so an empty list has a limit of 1.
  return createPager(1, Math.max(1, total_count), total_count);
}

export function createPager(current_page: number, limit: number, total_count: number): Pager {
  return { current_page, limit, total_count, total_pages: Math.ceil(total_count / limit) };
}
