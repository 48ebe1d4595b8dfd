/** A storage of the browser: `localStorage` lasts, `sessionStorage` ends with the tab. */
type StorageName = "localStorage" | "sessionStorage";

/** Key in the session storage. Its value contains the titles of pages that the tab has shown. */
export const titlesKey = "page_titles";

/** Values that the browser could not store; null for a removed one. They are lost with the page. */
const unstored = new Map<string, string | null>();

const getUnstoredKey = (storage: StorageName, key: string) => `${storage} ${key}`;

/** Returns a stored value. The storage may be missing, blocked or full. */
export function readStored(storage: StorageName, key: string): string | null {
  const value = unstored.get(getUnstoredKey(storage, key));
  if (value !== undefined) return value;
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it if it is null. What can't be stored lasts as long as the page. */
export function writeStored(storage: StorageName, key: string, value: string | null): void {
  const unstoredKey = getUnstoredKey(storage, key);
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
    unstored.delete(unstoredKey);
  } catch {
    unstored.set(unstoredKey, value);
  }
}

/** Whether the next page will find the value. */
export function isStored(storage: StorageName, key: string): boolean {
  return readStored(storage, key) !== null && !unstored.has(getUnstoredKey(storage, key));
}

/** Lists the keys that begin with the prefix and have a value. */
export function listStoredKeys(storage: StorageName, prefix: string): string[] {
  const unstoredPrefix = getUnstoredKey(storage, "");
  const keys = new Set(listKeys(storage));
  for (const [key, value] of unstored) {
    if (!key.startsWith(unstoredPrefix)) continue;
    if (value === null) keys.delete(key.slice(unstoredPrefix.length));
    else keys.add(key.slice(unstoredPrefix.length));
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}

function listKeys(storage: StorageName): string[] {
  try {
    return Object.keys(globalThis[storage]);
  } catch {
    return [];
  }
}
