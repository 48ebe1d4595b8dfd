/** A storage of the browser: `localStorage` lasts, `sessionStorage` ends with the tab. */
type StorageName = "localStorage" | "sessionStorage";

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

/** Removes the values whose keys begin with the prefix. */
export function removeStored(storage: StorageName, prefix: string): void {
  const unstoredPrefix = getUnstoredKey(storage, prefix);
  for (const key of unstored.keys()) if (key.startsWith(unstoredPrefix)) unstored.delete(key);
  try {
    const keys = Object.keys(globalThis[storage]);
    for (const key of keys) if (key.startsWith(prefix)) globalThis[storage].removeItem(key);
  } catch {
    // A storage that is blocked has no values.
  }
}
