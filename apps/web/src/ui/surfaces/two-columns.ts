import { type RefObject, useLayoutEffect } from "react";

/** The same width as `--breakpoint-widest` in `styles.css`. */
const isWidest = "(width >= 100rem)";

/** The height of a row of the grid in pixels, as in `styles.css`. */
const rowHeight = 4;

/**
 * Places the entries of a list in two independent columns on the widest screens, so that an entry starts right below
 * the one above it, however high its neighbour is. An entry keeps its column. Without scripts, neighbours start at the
 * same height. The list is a grid; `gap` is the space between entries in pixels.
 */
export function useTwoColumns(list: RefObject<HTMLElement | null>, gap: number): void {
  // Without dependencies: every render may have added or removed entries.
  useLayoutEffect(() => {
    const element = list.current;
    // Test environments have no layout.
    if (!element || typeof ResizeObserver === "undefined" || !globalThis.matchMedia) return;
    const query = matchMedia(isWidest);
    const entries = [...element.children].filter((child) => child instanceof HTMLElement);
    const place = () => placeEntries(element, query.matches ? entries : [], gap);
    const observer = new ResizeObserver(place);
    for (const entry of entries) observer.observe(entry);
    query.addEventListener("change", place);
    place();
    return () => {
      observer.disconnect();
      query.removeEventListener("change", place);
    };
  });
}

function placeEntries(list: HTMLElement, entries: HTMLElement[], gap: number): void {
  const isPlaced = entries.length > 0;
  list.toggleAttribute("data-two-columns", isPlaced);
  if (!isPlaced) {
    for (const child of list.children) if (child instanceof HTMLElement) child.style.gridArea = "";
    return;
  }
  // An entry spans as many rows of the grid as it is high. Browsers have a limit of rows, 10,000 in Firefox.
  const ends: [number, number] = [0, 0];
  for (const entry of entries) {
    const height = entry.getBoundingClientRect().height;
    const column = readColumn(entry) ?? (ends[1] < ends[0] ? 1 : 0);
    if (height === 0) continue;
    const margin = parseFloat(getComputedStyle(entry).marginBottom);
    const rows = Math.ceil((height + margin + gap) / rowHeight);
    const area = `${ends[column] + 1} / ${column + 1} / span ${rows} / span 1`;
    if (entry.style.gridArea !== area) entry.style.gridArea = area;
    entry.dataset.column = String(column);
    ends[column] += rows;
  }
}

function readColumn({ dataset: { column } }: HTMLElement): 0 | 1 | undefined {
  if (column === undefined) return undefined;
  return column === "1" ? 1 : 0;
}
