/** How long scrolling to an element takes. */
const scrollMilliseconds = 500;

/** Scrolls to an element within half a second; at once if reduced motion is preferred. */
export function scrollSmoothlyTo(element: Element) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const distance = element.getBoundingClientRect().top - (Number.parseFloat(scrollPaddingTop) || 0);
  const start = window.scrollY;
  animate((part) => window.scrollTo({ top: start + distance * part, behavior: "instant" }));
}

/** The same to the end of an element that scrolls, also if its content grows meanwhile. */
export function scrollSmoothlyToEnd(scroller: Element) {
  const start = scroller.scrollTop;
  animate((part) => {
    const distance = scroller.scrollHeight - scroller.clientHeight - start;
    scroller.scrollTo({ top: start + distance * part, behavior: "instant" });
  });
}

/** Calls `move` in each frame with the part of the distance to move by, until it is 1. */
function animate(move: (part: number) => void) {
  const startedAt = performance.now();
  const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function moveOn(now: number) {
    const progress = isMotionReduced ? 1 : Math.min(1, (now - startedAt) / scrollMilliseconds);
    move(easeInOut(progress));
    if (progress < 1) requestAnimationFrame(moveOn);
  }
  requestAnimationFrame(moveOn);
}

/** Starts and ends slowly. `progress` is the part of the time that has passed, from 0 to 1. */
function easeInOut(progress: number): number {
  return progress < 0.5 ? 2 * progress ** 2 : 1 - 2 * (1 - progress) ** 2;
}
