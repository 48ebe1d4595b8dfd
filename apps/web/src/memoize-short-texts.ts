import { LRUCache } from "lru-cache";

/** Characters. The results of longer texts are not cached, so that the cache stays small. */
const maxCachedLength = 300;
/** The maximum number of cached results; the least recently used one is dropped. */
const maxEntries = 2_000;

/** Caches the results of a pure function of a text. */
export function memoizeShortTexts<Value extends NonNullable<unknown>>(
  compute: (text: string) => Value,
): (text: string) => Value {
  const cache = new LRUCache<string, Value>({ max: maxEntries });
  return (text) => {
    if (text.length > maxCachedLength) return compute(text);
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const value = compute(text);
    cache.set(text, value);
    return value;
  };
}
