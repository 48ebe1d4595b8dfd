/** A follower as X describes them. */
export interface FollowerRow {
  subject: string;
  nickname: string;
  name: string;
  introduction: string;
  position: number;
}

// Code units; X's own limits are lower.
const limits = { nickname: 100, name: 200, introduction: 1_000 };

/** A text of X without what a database or a page can't show: control signs and halves of characters. */
function readText(value: unknown, limit: number): string {
  if (typeof value !== "string") return "";
  return value
    .slice(0, limit)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
}

const toFields = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Reads a page of followers, the first at the place `from`; undefined if it is no page of followers. Entries
 * without an id or a nickname are left out.
 */
export function readFollowers(
  body: Record<string, unknown>,
  from: number,
): FollowerRow[] | undefined {
  const { data, meta } = body;
  // X leaves out `data` if there is nobody.
  if (data === undefined && toFields(meta).result_count === 0) return [];
  if (!Array.isArray(data)) return undefined;
  const rows = new Map<string, FollowerRow>();
  for (const entry of data) {
    const { id, username, name, description } = toFields(entry);
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

/** The number of followers in X's description of a person. */
export function readFollowersCount({ data }: Record<string, unknown>): number | undefined {
  const count = toFields(toFields(data).public_metrics).followers_count;
  return Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) < 2 ** 31
    ? Number(count)
    : undefined;
}

/** What asks for the next page of followers; undefined on the last one. */
export function readNextToken({ meta }: Record<string, unknown>): string | undefined {
  const { next_token } = toFields(meta);
  return typeof next_token === "string" && next_token !== "" ? next_token : undefined;
}
