import { useEffect, useState } from "react";
import { readStored, writeStored } from "./storage.ts";
import { type SeenRef, useSeen } from "./use-seen.ts";

/** Maximum number of ids that the browser stores for a list; the oldest are removed first. */
const maxStoredIds = 500;

interface SeenEntries {
  /** Whether an entry had not been seen before the list was opened; false on the server and if not enabled. */
  isNew: (id: string) => boolean;
  /** Returns the ref for an entry's element. The ref stores the id of a new entry after the entry was seen. */
  createSeenRef: SeenRef;
}

/** Stores in this browser which entries of a list were seen. `key` names the list in the storage. */
export function useSeenEntries(key: string, isEnabled: boolean): SeenEntries {
  // Read once, so that entries stay marked as new as long as the list is open.
  const [earlierIds, setEarlierIds] = useState<ReadonlySet<string>>();
  useEffect(() => setEarlierIds(isEnabled ? new Set(readIds(key)) : undefined), [key, isEnabled]);
  const createRef = useSeen((ids) => storeIds(key, ids));
  const isNew = (id: string) => earlierIds !== undefined && !earlierIds.has(id);
  const createSeenRef: SeenRef = (id) => createRef(id !== undefined && isNew(id) ? id : undefined);
  return { isNew, createSeenRef };
}

/** Reads the ids that the browser stores for a list. */
export function readIds(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored("localStorage", key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Adds ids to those of a list. */
export function storeIds(key: string, ids: readonly string[]): void {
  const newestIds = [...new Set([...readIds(key), ...ids])].slice(-maxStoredIds);
  // If the storage is blocked, all entries are new again on the next visit.
  writeStored("localStorage", key, JSON.stringify(newestIds));
}
