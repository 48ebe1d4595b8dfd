import { isDeepStrictEqual } from "node:util";
import { Failure } from "./failure.ts";

/** Whether a content was stored by an earlier call with the same version and values, whose reply was lost. */
export const isRepeatedSave = <T extends { version: number }>(
  stored: T,
  version: number,
  values: Partial<T>,
): boolean => stored.version === version + 1 && isDeepStrictEqual(stored, { ...stored, ...values });

/** Throws `case_changed` unless the call that changed nothing repeats the one that stored this content. */
export function requireRepeatedSave<T extends { version: number }>(
  stored: T,
  version: number,
  values: Partial<T>,
): void {
  if (!isRepeatedSave(stored, version, values)) throw new Failure("case_changed");
}
