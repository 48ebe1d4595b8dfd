/** Pixels above the end within which a list counts as being at its end. */
const endTolerance = 4;

/** A row that is on the screen, and its distance from the beginning of the content, in pixels. */
interface PlacedRow {
  row: Element;
  top: number;
}

export interface ScrollPlace {
  /** Call it after the content or the size of the list has changed. */
  restore: () => void;
  /** Moves to the end, and stays there while the content grows. */
  goToEnd: () => void;
  stop: () => void;
}

/**
 * Keeps the place of a scrolling list of messages: at its end, the end stays on the screen when messages arrive or the
 * keyboard opens, and elsewhere the row that is being read stays where it is when others are added or removed above. The
 * rows are the elements with `data-message`. `onMove` gets the distance from the end whenever the place may have changed.
 *
 * The browsers' own scroll anchoring is off: Safari has none, and at the beginning of a list it does nothing.
 */
export function keepScrollPlace(
  scroller: HTMLElement,
  onMove: (place: { isAtEnd: boolean; distance: number }) => void,
): ScrollPlace {
  /** The largest `scrollTop` of the last known sizes. */
  let end = 0;
  let rows: PlacedRow[] = [];

  const measureEnd = () => scroller.scrollHeight - scroller.clientHeight;
  const measureTop = (row: Element) =>
    row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

  function remember() {
    end = measureEnd();
    const distance = end - scroller.scrollTop;
    rows = listRowsOnScreen(scroller).map((row) => ({ row, top: measureTop(row) }));
    onMove({ isAtEnd: distance <= endTolerance, distance });
  }
  function restore() {
    // Not the place of the last event: the list may have moved since then.
    const isAtEnd = scroller.scrollTop >= Math.min(end, measureEnd()) - endTolerance;
    if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
    else moveToRows();
    remember();
  }
  function moveToRows() {
    const anchor = rows.find(({ row }) => row.isConnected);
    if (anchor) scroller.scrollTop += measureTop(anchor.row) - anchor.top;
  }
  function goToEnd() {
    scroller.scrollTop = scroller.scrollHeight;
    remember();
  }

  // Before hydration, the reader may have scrolled already.
  if (scroller.scrollTop === 0) goToEnd();
  else remember();
  scroller.addEventListener("scroll", remember, { passive: true });
  const observer = new ResizeObserver(restore);
  observer.observe(scroller);
  if (scroller.firstElementChild) observer.observe(scroller.firstElementChild);
  return {
    restore,
    goToEnd,
    stop() {
      scroller.removeEventListener("scroll", remember);
      observer.disconnect();
    },
  };
}

/** Lists the rows that begin on the screen, or the one that covers all of it. */
function listRowsOnScreen(scroller: HTMLElement): Element[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const rows = [...scroller.querySelectorAll("[data-message]")];
  const first = findFirst(rows, (row) => row.getBoundingClientRect().top >= top);
  const last = findFirst(rows, (row) => row.getBoundingClientRect().top >= bottom);
  const beginning = rows.slice(first, last);
  return beginning.length > 0 ? beginning : rows.slice(Math.max(0, first - 1), first);
}

/** The index of the first row that fulfils a condition which all rows after it fulfil too. */
function findFirst(rows: readonly Element[], isFulfilled: (row: Element) => boolean): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isFulfilled(rows[middle] as Element)) to = middle;
    else from = middle + 1;
  }
  return from;
}
