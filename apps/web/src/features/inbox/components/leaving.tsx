import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { useEffect, useState } from "react";

/** Milliseconds that a card takes to slide away. */
const slideTime = 280;

interface Entry {
  item: ReceivedItem;
  /** It is no longer in the list and slides away, whoever moved it. */
  leaving: boolean;
}

/** A list's entries, in which those that have gone stay at their place until they slid away. */
export function useLeaving(items: ReceivedItem[]): Entry[] {
  const [latest, setLatest] = useState(items);
  const [entries, setEntries] = useState(() => merge([], items));
  if (latest !== items) {
    setLatest(items);
    setEntries(merge(entries, items));
  }

  const leaves = entries.some(({ leaving }) => leaving);
  useEffect(() => {
    if (!leaves) return;
    const stay = (known: Entry[]) => known.filter(({ leaving }) => !leaving);
    const timer = setTimeout(() => setEntries(stay), slideTime);
    return () => clearTimeout(timer);
  }, [leaves]);
  return entries;
}

function merge(before: Entry[], items: ReceivedItem[]): Entry[] {
  const present = new Set(items.map(({ uuid_hash }) => uuid_hash));
  const merged = items.map((item) => ({ item, leaving: false }));
  for (const [index, { item }] of before.entries()) {
    if (!present.has(item.uuid_hash)) merged.splice(index, 0, { item, leaving: true });
  }
  return merged;
}
