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
 * A page number as text. Anything but a whole number means page 1; a page before the first or after
 * the last is empty.
 */
export const PageQuery = Type.String({ default: "1" });

export const Pager = defineObject({
  current_page: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
  total_count: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1 }),
});
export type Pager = Static<typeof Pager>;

export const EmptyObject = defineObject({});
