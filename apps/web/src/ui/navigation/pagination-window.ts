/** Numbers shown on each side of the current page. */
const neighbours = 4;

export type PaginationWindow = { numbers: number[]; gapBefore: boolean; gapAfter: boolean };

/** The page numbers around `page`, and whether pages are left out before and after them. */
export function computePaginationWindow(
  page: number,
  pages: number,
  reach = neighbours,
): PaginationWindow {
  const from = Math.max(1, page - reach);
  const to = Math.min(pages, page + reach);
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return { numbers, gapBefore: from > 1, gapAfter: to < pages };
}
