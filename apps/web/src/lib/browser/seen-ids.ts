import { useEffect, useState } from "react";
import { type SeenRef, useSeen } from "./use-seen.ts";

/** The most ids that the browser keeps for a list; the oldest are forgotten first. */
const maxKept = 500;

interface SeenEntries {
  /** Whether the entry was not on the screen before the list was opened; false on the server and if not enabled. */
  isNew: (id: string) => boolean;
  /** Returns the ref for an entry's element; it remembers a new entry as seen once it was on the screen. */
  seen: SeenRef;
}

/** Remembers in this browser which entries of a list were on the screen. */
export function useSeenEntries(key: string, isEnabled: boolean): SeenEntries {
  // Read once, so that entries stay marked as new as long as the list is open.
  const [earlier, setEarlier] = useState<ReadonlySet<string>>();
  useEffect(() => setEarlier(isEnabled ? new Set(readIds(key)) : undefined), [key, isEnabled]);
  const watch = useSeen((ids) => keepIds(key, ids));
  const isNew = (id: string) => earlier !== undefined && !earlier.has(id);
  return { isNew, seen: (id) => watch(id !== undefined && isNew(id) ? id : undefined) };
}

function readIds(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function keepIds(key: string, ids: readonly string[]) {
  const newestIds = [...new Set([...readIds(key), ...ids])].slice(-maxKept);
  try {
    localStorage.setItem(key, JSON.stringify(newestIds));
  } catch {
    // Without storage everything is new again on the next visit.
  }
}
