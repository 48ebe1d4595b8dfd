import type { Pager } from "@toibako/contract/shapes.ts";

/**
 * The number of rows that a page number may skip at most, because the database reads all rows before a page. Clients
 * that go deeper name the rows of the page before or after (`positionQuery` of the contract).
 */
export const maxOffset = 10_000;

/** Parses a page number; anything but a whole number above 0 means the first page. */
export function parsePageNumber(text: string): number {
  if (!/^\d+$/.test(text)) return 1;
  return Math.min(Math.max(Number(text), 1), maxOffset + 2);
}

/** The value of `:offset`; above `maxOffset` for a page that is empty because of its number. */
export function countRowsBefore(page: number, limit: number): number {
  return Math.min((page - 1) * limit, maxOffset + 1);
}

/**
 * Reads a page by a statement that counts all rows in each row, and therefore has no count for a page beyond the end.
 * The count is then that of the first page.
 */
export async function readCountedPage<R extends { total_count: number }>(
  offset: number,
  select: (offset: number) => Promise<readonly R[]>,
): Promise<{ rows: readonly R[]; total_count: number }> {
  const rows = await select(offset);
  const [counted] = rows.length === 0 && offset > 0 ? await select(0) : rows;
  return { rows, total_count: counted?.total_count ?? 0 };
}

/**
 * The condition of every statement that skips rows by `offset :offset`; without it, such a statement could be made to
 * read a whole table. The planner needs a constant limit, so the condition is not part of it.
 */
export const isInReachSql = `:offset::int <= ${maxOffset}`;

/** The page beside the page with the rows `ids`. */
export interface Position {
  side: "after" | "before";
  ids: string[];
}

/** Reads `positionQuery` of the contract; undefined if the page is named by its number only. */
export function readPosition(query: { after?: string; before?: string }): Position | undefined {
  const side = query.after === undefined ? "before" : "after";
  const ids = query[side]?.split(",");
  return ids && { side, ids };
}

/**
 * SQL for the page of a list in the order `time desc, key` that lies beside a row `edge` with the columns `time` and
 * `key`. `order` begins at this row; the edge of a page after others is their last row, so it is found in the order
 * of `before`, and the other way round.
 */
export const besideSql = {
  after: {
    isBeside: (time: string, key: string) =>
      `${time} <= edge.time and (${time} < edge.time or ${key} > edge.key)`,
    order: (time: string, key: string) => `${time} desc, ${key}`,
    edgeOrder: "time, key desc",
  },
  before: {
    isBeside: (time: string, key: string) =>
      `${time} >= edge.time and (${time} > edge.time or ${key} < edge.key)`,
    order: (time: string, key: string) => `${time}, ${key} desc`,
    edgeOrder: "time desc, key",
  },
};

/** The pager of a list that is always sent whole, as one page. */
export function createSinglePager(total_count: number): Pager {
  // `createPager` divides by the limit, so an empty list has a limit of 1.
  return createPager(1, Math.max(1, total_count), total_count);
}

export function createPager(current_page: number, limit: number, total_count: number): Pager {
  const maxPages = Math.floor(maxOffset / limit) + 1;
  const total_pages = Math.min(Math.ceil(total_count / limit), maxPages);
  return { current_page, limit, total_count, total_pages };
}
