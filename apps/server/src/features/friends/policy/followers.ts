/** A row of `imported_followers`, from the API of X. */
export interface FollowerRow {
  subject: string;
  nickname: string;
  name: string;
  introduction: string;
  position: number;
}

// In UTF-16 code units; the limits of X are lower.
const limits = { nickname: 100, name: 200, introduction: 1_000 };

/** Cleans a text of X: removes control characters and lone surrogates, which a database or a page can't show. */
function readText(value: unknown, limit: number): string {
  if (typeof value !== "string") return "";
  return value
    .slice(0, limit)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
}

const toRecord = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Parses a page of followers; undefined if the reply has another form. Positions start at `from`. Entries
 * without an id or a nickname are left out.
 */
export function readFollowers(
  body: Record<string, unknown>,
  from: number,
): FollowerRow[] | undefined {
  const { data, meta } = body;
  // X leaves out `data` on an empty page.
  if (data === undefined && toRecord(meta).result_count === 0) return [];
  if (!Array.isArray(data)) return undefined;
  const rows = new Map<string, FollowerRow>();
  for (const entry of data) {
    const { id, username, name, description } = toRecord(entry);
    const nickname = readText(username, limits.nickname);
    if (typeof id !== "string" || !/^\d{1,30}$/.test(id) || nickname === "") continue;
    rows.set(id, {
      subject: id,
      nickname,
      name: readText(name, limits.name) || nickname,
      introduction: readText(description, limits.introduction),
      position: from + rows.size,
    });
  }
  return [...rows.values()];
}

/** Reads the number of followers from the profile that X returns. */
export function readFollowersCount({ data }: Record<string, unknown>): number | undefined {
  const count = toRecord(toRecord(data).public_metrics).followers_count;
  return Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) < 2 ** 31
    ? Number(count)
    : undefined;
}

/** Reads the pagination token of the next page of followers; undefined on the last page. */
export function readNextToken({ meta }: Record<string, unknown>): string | undefined {
  const { next_token } = toRecord(meta);
  return typeof next_token === "string" && next_token !== "" ? next_token : undefined;
}
