import type { Pager } from "@toibako/contract/shapes.ts";

// Beyond the end of every list.
const farthest = 1_000_000_000;

/** A page as asked for: what is no whole number is the first. */
export function pageNumber(text: string): number {
  if (!/^-?\d+$/.test(text)) return 1;
  return Math.min(Math.max(Number(text), 0), farthest);
}

/** How many rows come before a page; before the first page, as after the last, nothing is listed. */
export function rowsBefore(page: number, limit: number): number {
  return ((page < 1 ? farthest : page) - 1) * limit;
}

export function pagerOf(current_page: number, limit: number, total_count: number): Pager {
  return { current_page, limit, total_count, total_pages: Math.ceil(total_count / limit) };
}
