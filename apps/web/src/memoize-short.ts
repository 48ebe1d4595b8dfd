import { LRUCache } from "lru-cache";

/** Characters. Longer texts are read anew each time, so that the kept ones stay small. */
const maxKeptLength = 300;
const maxKept = 2_000;

/** Keeps what a pure function returned for the texts that it was called with last. */
export function memoizeShort<Value extends NonNullable<unknown>>(
  read: (text: string) => Value,
): (text: string) => Value {
  const kept = new LRUCache<string, Value>({ max: maxKept });
  return (text) => {
    if (text.length > maxKeptLength) return read(text);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const value = read(text);
    kept.set(text, value);
    return value;
  };
}
