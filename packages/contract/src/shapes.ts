import { type Static, type TProperties, Type } from "typebox";
import { locales } from "./locales.ts";

/** Defines an object schema without additional properties. */
export function defineObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Locale = Type.Enum([...locales]);

/**
 * 128 bits as 22 characters of base64url: random, or a keyed hash of an idempotency key. Ids can't be
 * guessed, and their order reveals nothing.
 */
export const PublicId = Type.String({ pattern: "^[A-Za-z0-9_-]{22}$" });

/** An id in an input. In a path, a longer text gets 404, as an unknown id does. */
export const IdInput = Type.String({ maxLength: 64 });

/** A moment in UTC, ISO 8601. */
export const Timestamp = Type.String({ format: "date-time" });

/**
 * A page number as text. Anything but a whole number above 0 means page 1; a page after the last is
 * empty, and its pager says how many pages there are. Page numbers reach the first 10,000 rows of a list; `positionQuery` reaches all.
 */
export const PageQuery = Type.String({ default: "1" });

const IdsOfPage = Type.String({ maxLength: 1_500, pattern: "^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$" });

/**
 * Names the page beside a page that the client has, by the ids of the rows of that page (people have handles): the rows that follow it
 * (`after`) or those that precede it (`before`). No row is skipped or repeated if others are added or deleted
 * meanwhile. `page` is then only the number that the reply repeats.
 */
export const positionQuery = {
  after: Type.Optional(IdsOfPage),
  before: Type.Optional(IdsOfPage),
};

/** Names the next page of a list by the id of the last row of the page before. */
export const afterQuery = { after: Type.Optional(IdInput) };

export const Pager = defineObject({
  current_page: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
  total_count: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1 }),
});
export type Pager = Static<typeof Pager>;

export const EmptyObject = defineObject({});
