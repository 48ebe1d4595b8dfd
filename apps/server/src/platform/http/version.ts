import { isDeepStrictEqual } from "node:util";
import { Failure } from "./failure.ts";

/** Whether a content was stored by an earlier call with the same version and values, whose reply was lost. */
export const isRepeatedSave = <T extends { version: number }>(
  stored: T,
  version: number,
  values: Partial<T>,
): boolean => stored.version === version + 1 && isDeepStrictEqual(stored, { ...stored, ...values });

/**
 * Returns the stored content after a save whose statement returned the rows `saved`. Throws `case_changed` if it changed
 * nothing, unless it repeats the one that stored this content.
 */
export function requireSaved<T extends { version: number }>(
  saved: readonly object[],
  stored: T | undefined,
  version: number,
  values: Partial<T>,
): T {
  if (!stored) throw new Failure("not_found");
  if (saved.length === 0 && !isRepeatedSave(stored, version, values))
    throw new Failure("case_changed");
  return stored;
}
