import { normalizeText } from "@toibako/contract/text.ts";

/** A row of `imported_followers`, from the API of X. */
export interface FollowerRow {
  subject: string;
  nickname: string;
  name: string;
  introduction: string;
  position: number;
  /** The picture on X; null for an account with X's default picture. */
  picture_url: string | null;
}

/** Maximum lengths of stored texts in UTF-16 code units. X's own limits are lower. */
const maxLengths = { nickname: 100, name: 200, introduction: 1_000 };

/** Returns a text of X in one line, normalised like a text that a person enters; "" if it is not a text. */
function readText(value: unknown, maxLength: number): string {
  if (typeof value !== "string") return "";
  return normalizeText(value.slice(0, maxLength).replace(/\p{Cc}+/gu, " "));
}

const maxAddressLength = 500;

/**
 * Reads the address of a picture, in the size for lists. Returns null for X's default picture: this site shows an avatar
 * instead.
 */
function readPictureUrl(value: unknown): string | null {
  if (typeof value !== "string") return null;
  // The parser escapes characters that PostgreSQL can't store, such as NUL.
  const address = URL.parse(value)?.href;
  if (address === undefined || address.length > maxAddressLength) return null;
  if (address.includes("/default_profile_images/")) return null;
  // X names sizes at the end of the address: `_normal` is 48 pixels wide, `_bigger` 73.
  return address.replace(/_normal(\.\w+)$/, "_bigger$1");
}

const toRecord = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Parses a page of followers. Positions start at `firstPosition`. Entries without a valid id or nickname are left out.
 * Returns undefined if the reply contains no list, or entries of which none is valid.
 */
export function readFollowers(
  body: Record<string, unknown>,
  firstPosition: number,
): FollowerRow[] | undefined {
  const { data, meta } = body;
  // X leaves out `data` on an empty page.
  if (data === undefined && toRecord(meta).result_count === 0) return [];
  if (!Array.isArray(data)) return undefined;
  const rows = new Map<string, FollowerRow>();
  for (const entry of data) {
    const { id, username, name, description, profile_image_url } = toRecord(entry);
    const nickname = readText(username, maxLengths.nickname);
    if (typeof id !== "string" || !/^\d{1,30}$/.test(id) || nickname === "") continue;
    rows.set(id, {
      subject: id,
      nickname,
      name: readText(name, maxLengths.name) || nickname,
      introduction: readText(description, maxLengths.introduction),
      position: firstPosition + rows.size,
      picture_url: readPictureUrl(profile_image_url),
    });
  }
  return rows.size === 0 && data.length > 0 ? undefined : [...rows.values()];
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
  return typeof next_token === "string" && /^[\w.~+/=-]+$/.test(next_token)
    ? next_token
    : undefined;
}

/** Minimum and maximum wait of an import for X's rate limit. */
const minWaitSeconds = 5;
const maxWaitSeconds = 24 * 3600;

/** Reads when X accepts the next request from the headers of a refused one; undefined without a usable time. */
export function readResetTime(headers: Headers, now: Date): Date | undefined {
  const reset = Number(headers.get("x-rate-limit-reset") || Number.NaN);
  if (!Number.isFinite(reset)) return undefined;
  const seconds = reset - now.getTime() / 1000;
  if (seconds > maxWaitSeconds) return undefined;
  return new Date(now.getTime() + Math.max(minWaitSeconds, seconds) * 1000);
}
