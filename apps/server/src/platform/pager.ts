import type { Pager } from "@toibako/contract/shapes.ts";

/** A page as asked for: what is no whole number from 1 is the first. */
export function pageNumber(text: string): number {
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.max(1, page);
}

/** How many rows come before a page. */
export function rowsBefore(page: number, limit: number): number {
  return (page - 1) * limit;
}

export function pagerOf(current_page: number, limit: number, total_count: number): Pager {
  return { current_page, limit, total_count, total_pages: Math.ceil(total_count / limit) };
}
