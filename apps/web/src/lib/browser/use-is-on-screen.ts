import { type RefObject, useEffect, useState } from "react";

/** Whether any part of an element is on the screen; `isAtFirst` until the browser has first reported it. */
export function useIsOnScreen(element: RefObject<HTMLElement | null>, isAtFirst = false): boolean {
  const [isOnScreen, setIsOnScreen] = useState(isAtFirst);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver !== "function") return;
    const observer = new IntersectionObserver((entries) => {
      setIsOnScreen(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}
