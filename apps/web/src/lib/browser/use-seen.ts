import { type RefCallback, useCallback, useEffect, useRef } from "react";

/** How long an item must be on the screen (`isHalfOnScreen`) to count as seen, in milliseconds. */
const seenAfter = 1_000;
/** How long a seen item waits for further ones, so that one call reports them together, in milliseconds. */
const reportAfter = 300;
/** Maximum number of items that one call reports. */
const maxReported = 50;

interface SeenItems {
  observer: IntersectionObserver | undefined;
  ids: WeakMap<Element, string>;
  timers: Map<string, ReturnType<typeof setTimeout>>;
  unreported: Set<string>;
  /** The ids of all items that were seen, so that each is reported once. */
  allSeen: Set<string>;
}

/** Returns the ref for an item's element; undefined without an id, for an item that isn't new. */
export type SeenRef = (id: string | undefined) => RefCallback<HTMLElement> | undefined;

/**
 * Returns a function that makes the ref of an item. `report` gets the id of each item once, after the item
 * was on the screen (`isHalfOnScreen`) for a second while its tab was visible.
 */
export function useSeen(report: (ids: string[]) => void): SeenRef {
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  }, [report]);
  const items = useRef<SeenItems>(undefined);
  const refs = useRef(new Map<string, RefCallback<HTMLElement>>());

  const getItems = useCallback(() => {
    items.current ??= createItems((ids) => latest.current(ids));
    return items.current;
  }, []);
  useEffect(
    () => () => {
      for (const timer of items.current?.timers.values() ?? []) clearTimeout(timer);
      items.current?.observer?.disconnect();
      items.current = undefined;
    },
    [],
  );

  return useCallback(
    (id) => {
      if (id === undefined) return undefined;
      const existing = refs.current.get(id);
      if (existing) return existing;
      const ref: RefCallback<HTMLElement> = (element) => {
        if (!element) return;
        const { ids, observer } = getItems();
        ids.set(element, id);
        observer?.observe(element);
        return () => observer?.unobserve(element);
      };
      refs.current.set(id, ref);
      return ref;
    },
    [getItems],
  );
}

function createItems(report: (ids: string[]) => void): SeenItems {
  const items: SeenItems = {
    observer: undefined,
    ids: new WeakMap(),
    timers: new Map(),
    unreported: new Set(),
    allSeen: new Set(),
  };
  const reportAll = () => {
    const ids = [...items.unreported];
    items.unreported.clear();
    for (let start = 0; start < ids.length; start += maxReported) {
      report(ids.slice(start, start + maxReported));
    }
  };
  const markSeen = (id: string) => {
    items.timers.delete(id);
    if (document.visibilityState === "hidden") return;
    items.allSeen.add(id);
    items.unreported.add(id);
    if (items.unreported.size === 1) setTimeout(reportAll, reportAfter);
  };
  const updateTimer = (entry: IntersectionObserverEntry) => {
    const id = items.ids.get(entry.target);
    if (id === undefined || items.allSeen.has(id)) return;
    const timer = items.timers.get(id);
    if (isHalfOnScreen(entry)) {
      const startTimer = () => setTimeout(() => markSeen(id), seenAfter);
      if (timer === undefined) items.timers.set(id, startTimer());
    } else if (timer !== undefined) {
      clearTimeout(timer);
      items.timers.delete(id);
    }
  };
  if (typeof IntersectionObserver === "function") {
    // Several thresholds, because a tall item fills half of the screen at a ratio below 0.5.
    const threshold = [0, 0.1, 0.25, 0.5, 0.75, 1];
    items.observer = new IntersectionObserver((entries) => entries.forEach(updateTimer), {
      threshold,
    });
  }
  return items;
}

/** Whether at least half of an element is on the screen, or the element fills half of the screen. */
function isHalfOnScreen({
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry) {
  const screenHeight = rootBounds?.height ?? Number.POSITIVE_INFINITY;
  return intersectionRatio >= 0.5 || intersectionRect.height >= screenHeight / 2;
}
