import { type RefObject, useEffect } from "react";

/** Pixels of the tab beside the current one that stay visible. */
const peek = 32;

/**
 * Scrolls a row of tabs so that the current one is whole, and says by `data-more-before` and `data-more-after` on which
 * sides there are more, which then fade out.
 */
export function useScrolledTabs(
  row: RefObject<HTMLElement | null>,
  currentKey: string | undefined,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be current
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const current = element.querySelector<HTMLElement>("[aria-current]");
    if (current) {
      const start = current.offsetLeft;
      const end = start + current.offsetWidth;
      if (start < element.scrollLeft) element.scrollLeft = start - peek;
      else if (end > element.scrollLeft + element.clientWidth)
        element.scrollLeft = Math.min(start, end - element.clientWidth + peek);
    }
    const mark = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute("data-more-before", element.scrollLeft > 1);
      element.toggleAttribute("data-more-after", rest > 1);
    };
    mark();
    element.addEventListener("scroll", mark, { passive: true });
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", mark);
      observer.disconnect();
    };
  }, [currentKey]);
}
