import { type RefObject, useEffect, useState } from "react";

const actions = "a, button, input, textarea, select, label, summary, [role=button]";
/** Milliseconds without scrolling or a press after which the page counts as at rest; longer than its motions. */
const rest = 400;
/** Of a whole card that can be pressed, which is at least twice as high as the button, a corner may be covered. */
const harmlessShare = 0.12;
/** Pixels between the points at which the page below the button is checked; less than a line of small text. */
const step = 13;

/**
 * Returns whether a floating button is in the way, so that it can hide: while the reader scrolls down, and once the page
 * is at rest, over something that can be pressed or, unless it may cover texts, over a text. The button is measured
 * where it is, so it must keep its place while it is hidden.
 */
export function useIsInTheWay(
  button: RefObject<HTMLElement | null>,
  { mayCoverTexts = false } = {},
): boolean {
  const [isInTheWay, setIsInTheWay] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The keyboard's focus would be lost if the button were hidden.
    const mayHide = () => button.current?.matches(":focus-visible, :has(:focus-visible)") === false;
    const check = () => {
      const { current } = button;
      if (current) setIsInTheWay(mayHide() && coversContent(current, mayCoverTexts));
    };
    const checkAtRest = () => {
      clearTimeout(timer);
      timer = setTimeout(check, rest);
    };
    let lastY = scrollY;
    const followScroll = () => {
      if (scrollY > lastY && mayHide()) setIsInTheWay(true);
      lastY = scrollY;
      checkAtRest();
    };
    checkAtRest();
    addEventListener("scroll", followScroll, { passive: true });
    addEventListener("click", checkAtRest);
    // Lists load, texts unfold, and forms open.
    const observer =
      typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(checkAtRest);
    observer?.observe(document.body);
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", followScroll);
      removeEventListener("click", checkAtRest);
      observer?.disconnect();
    };
  }, [button, mayCoverTexts]);
  return isInTheWay;
}

function coversContent(button: HTMLElement, mayCoverTexts: boolean): boolean {
  const box = button.getBoundingClientRect();
  for (let x = box.left + 1; x < box.right; x += step) {
    for (let y = box.top + 1; y < box.bottom; y += step) {
      const below = document.elementsFromPoint(x, y).filter((other) => !button.contains(other));
      const [top] = below;
      if (!top) continue;
      if (coversAction(top, box)) return true;
      // The link of a card lies above its texts.
      const card = top.closest("[data-list-card]") ?? top;
      if (!mayCoverTexts && below.some((other) => card.contains(other) && coversText(other, box)))
        return true;
    }
  }
  return false;
}

function coversAction(element: Element, button: DOMRect): boolean {
  const action = element.closest(actions)?.getBoundingClientRect();
  if (!action) return false;
  const isCard = action.height > 2 * button.height;
  return computeCoveredShare(action, button) > (isCard ? harmlessShare : 0);
}

/** Looks at the lines of the element's own text, because the element itself may be much wider. */
function coversText(element: Element, button: DOMRect): boolean {
  const text = new Range();
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    text.selectNode(node);
    return [...text.getClientRects()].some((line) => computeCoveredShare(line, button) > 0);
  });
}

function computeCoveredShare(area: DOMRect, button: DOMRect): number {
  const width = Math.min(area.right, button.right) - Math.max(area.left, button.left);
  const height = Math.min(area.bottom, button.bottom) - Math.max(area.top, button.top);
  return (Math.max(0, width) * Math.max(0, height)) / (area.width * area.height);
}
