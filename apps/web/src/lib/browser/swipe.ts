import { type PointerEvent, useRef } from "react";

/** Pixels to the left after which a swipe counts, and that the element moves at most. */
const threshold = 56;
const reach = 72;

/**
 * Handlers for an element that is swiped to the left on touch screens. The element follows the finger; its style must
 * have `touch-action: pan-y`, or else the browser takes the movement for scrolling.
 */
export function useSwipeLeft(onSwipe: (() => void) | undefined) {
  const start = useRef<number>(undefined);
  function move(element: HTMLElement, distance: number) {
    element.style.translate = distance > 0 ? `${-Math.min(distance, reach)}px` : "";
  }
  function finish({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const distance = start.current === undefined ? 0 : start.current - clientX;
    cancel({ currentTarget });
    if (distance >= threshold) onSwipe?.();
  }
  function cancel({ currentTarget }: Pick<PointerEvent<HTMLElement>, "currentTarget">) {
    start.current = undefined;
    move(currentTarget, 0);
  }
  if (!onSwipe) return {};
  return {
    onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent<HTMLElement>) {
      if (pointerType === "touch" && isPrimary) start.current = clientX;
    },
    onPointerMove({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
      if (start.current !== undefined) move(currentTarget, start.current - clientX);
    },
    onPointerUp: finish,
    onPointerCancel: cancel,
  };
}
