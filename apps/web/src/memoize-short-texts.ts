import { LRUCache } from "lru-cache";

/** Characters. The results of longer texts are not cached, so that the cache stays small. */
const maxKeptLength = 300;
const maxKept = 2_000;

/** Caches the results of a pure function for the texts that it was last called with. */
export function memoizeShortTexts<Value extends NonNullable<unknown>>(
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
