/** How long scrolling to an element takes. */
const scrollMilliseconds = 500;

/** Scrolls to an element within half a second; at once if reduced motion is preferred. */
export function scrollSmoothlyTo(element: Element) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const distance = element.getBoundingClientRect().top - (Number.parseFloat(scrollPaddingTop) || 0);
  const start = window.scrollY;
  const startedAt = performance.now();
  const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function scrollStep(now: number) {
    const progress = isMotionReduced ? 1 : Math.min(1, (now - startedAt) / scrollMilliseconds);
    window.scrollTo({ top: start + distance * easeInOut(progress), behavior: "instant" });
    if (progress < 1) requestAnimationFrame(scrollStep);
  }
  requestAnimationFrame(scrollStep);
}

/** Starts and ends slowly. `progress` is the part of the time that has passed, from 0 to 1. */
function easeInOut(progress: number): number {
  return progress < 0.5 ? 2 * progress ** 2 : 1 - 2 * (1 - progress) ** 2;
}
