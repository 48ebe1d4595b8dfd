import { type RefObject, useEffect, useState } from "react";

const actions = "a, button, input, textarea, select, label, summary, [role=button]";
/** Milliseconds without scrolling or a press after which the page counts as at rest; longer than its motions. */
const rest = 400;
/** Of a whole card that can be pressed, which is at least twice as high as the button, a corner may be covered. */
const harmlessShare = 0.12;

/**
 * Returns whether a floating button, once the page is at rest, lies over something that can be pressed, so that it can
 * give way. The button is measured where it is, so it must keep its place while it is hidden.
 */
export function useCoversAction(button: RefObject<HTMLElement | null>): boolean {
  const [isCovering, setIsCovering] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const { current } = button;
      // The keyboard's focus would be lost if the button were hidden.
      if (current) setIsCovering(!current.querySelector(":focus-visible") && coversAction(current));
    };
    const checkAtRest = () => {
      clearTimeout(timer);
      timer = setTimeout(check, rest);
    };
    checkAtRest();
    addEventListener("scroll", checkAtRest, { passive: true });
    addEventListener("click", checkAtRest);
    // Lists load, texts unfold, and forms open.
    const observer =
      typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(checkAtRest);
    observer?.observe(document.body);
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", checkAtRest);
      removeEventListener("click", checkAtRest);
      observer?.disconnect();
    };
  }, [button]);
  return isCovering;
}

/** Looks below nine points of the button. */
function coversAction(button: HTMLElement): boolean {
  const { left, top, right, bottom, width, height } = button.getBoundingClientRect();
  for (const x of [left + 1, left + width / 2, right - 1]) {
    for (const y of [top + 1, top + height / 2, bottom - 1]) {
      const below = document.elementsFromPoint(x, y).find((element) => !button.contains(element));
      const action = below?.closest(actions);
      if (!action) continue;
      const isCard = action.getBoundingClientRect().height > 2 * height;
      const share = computeCoveredShare(action, { left, top, right, bottom });
      if (share > (isCard ? harmlessShare : 0)) return true;
    }
  }
  return false;
}

function computeCoveredShare(
  action: Element,
  button: { left: number; top: number; right: number; bottom: number },
): number {
  const { left, top, right, bottom, width, height } = action.getBoundingClientRect();
  const coveredWidth = Math.min(right, button.right) - Math.max(left, button.left);
  const coveredHeight = Math.min(bottom, button.bottom) - Math.max(top, button.top);
  return (Math.max(0, coveredWidth) * Math.max(0, coveredHeight)) / (width * height);
}
