import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { cx } from "#ui/cx.ts";

/** Milliseconds that a row takes to slide out, as in the class `duration-280` below. */
const slideTime = 280;

interface Identified {
  uuid_hash: string;
}

interface Entry<Item> {
  item: Item;
  /** Whether the item was removed from the list and slides out. */
  isLeaving: boolean;
}

const noIds: readonly string[] = [];

/**
 * Returns the entries of a list. Removed items keep their place until they have slid out, and those in `kept`, by their
 * `uuid_hash`, as long as they are in it.
 */
export function useLeavingEntries<Item extends Identified>(
  items: Item[],
  kept = noIds,
): Entry<Item>[] {
  const [latest, setLatest] = useState({ items, kept });
  const [entries, setEntries] = useState(() => mergeEntries([], items, kept));
  if (latest.items !== items || latest.kept !== kept) {
    setLatest({ items, kept });
    setEntries(mergeEntries(entries, items, kept));
  }

  const isAnyLeaving = entries.some(({ isLeaving }) => isLeaving);
  useEffect(() => {
    if (!isAnyLeaving) return;
    const removeLeavingEntries = (known: Entry<Item>[]) =>
      known.filter(({ isLeaving }) => !isLeaving);
    const timer = setTimeout(() => setEntries(removeLeavingEntries), slideTime);
    return () => clearTimeout(timer);
  }, [isAnyLeaving]);
  return entries;
}

function mergeEntries<Item extends Identified>(
  before: Entry<Item>[],
  items: Item[],
  kept: readonly string[],
): Entry<Item>[] {
  const present = new Set(items.map(({ uuid_hash }) => uuid_hash));
  const merged = items.map((item) => ({ item, isLeaving: false }));
  for (const [index, { item }] of before.entries()) {
    if (present.has(item.uuid_hash)) continue;
    merged.splice(index, 0, { item, isLeaving: !kept.includes(item.uuid_hash) });
  }
  return merged;
}

interface LeavingRowProps {
  row: RefObject<HTMLLIElement | null>;
  isLeaving: boolean;
  /** For rows that lie on each other. */
  zIndex?: number;
  children: ReactNode;
}

/** A focusable entry of a list that slides out when it is removed. If it has the focus, a neighbor gets it. */
export function LeavingRow({ row, isLeaving, zIndex, children }: LeavingRowProps) {
  useLayoutEffect(() => {
    if (isLeaving) moveFocusToNeighbor(row.current);
  }, [isLeaving, row]);
  return (
    <li
      ref={row}
      tabIndex={-1}
      inert={isLeaving}
      data-leaving={isLeaving || undefined}
      style={zIndex === undefined ? undefined : { zIndex }}
      className={cx(
        "relative grid grid-cols-1 grid-rows-[1fr] rounded-sheet transition-[grid-template-rows,opacity,translate] duration-280 ease-calm",
        "data-leaving:translate-x-1/3 data-leaving:grid-rows-[0fr] data-leaving:opacity-0",
      )}
    >
      <div className={cx("min-h-0", isLeaving && "overflow-hidden")}>{children}</div>
    </li>
  );
}

/** Moves the focus from a row that is about to be removed to a neighbor. */
export function moveFocusToNeighbor(row: HTMLElement | null) {
  if (!row?.contains(document.activeElement)) return;
  rememberNeighbors(row)()?.focus({ preventScroll: true });
}

/**
 * Remembers the rows around a row before it is removed. The returned function finds the element to focus
 * afterwards: the next row that still exists, else the previous one, else the section of the list.
 */
export function rememberNeighbors(row: HTMLElement | null): () => HTMLElement | null {
  const rows = [...(row?.parentElement?.children ?? [])];
  const rowIndex = row ? rows.indexOf(row) : 0;
  const neighbors = [...rows.slice(rowIndex + 1), ...rows.slice(0, rowIndex).reverse()];
  const section = row?.closest("section") ?? null;
  return () =>
    neighbors.filter((other) => other instanceof HTMLElement).find(isRemaining) ?? section;
}

function isRemaining(row: HTMLElement): boolean {
  return row.isConnected && row.hasAttribute("tabindex") && !row.hasAttribute("data-leaving");
}
