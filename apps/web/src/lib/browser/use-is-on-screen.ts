import { type RefObject, useEffect, useState } from "react";

/**
 * Whether a whole element is on the screen and not below the bars at its edges; `isAtFirst` until the browser has first
 * reported it.
 */
export function useIsOnScreen(element: RefObject<HTMLElement | null>, isAtFirst = false): boolean {
  const [isOnScreen, setIsOnScreen] = useState(isAtFirst);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver !== "function") return;
    const observer = new IntersectionObserver(
      (entries) => setIsOnScreen(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "-56px 0px -64px", threshold: 1 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}
