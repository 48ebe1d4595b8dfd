/** Milliseconds. */
const duration = 500;

/** Scrolls to an element within half a second; at once if reduced motion is preferred. */
export function scrollSmoothlyTo(element: Element) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const distance = element.getBoundingClientRect().top - (Number.parseFloat(scrollPaddingTop) || 0);
  const start = window.scrollY;
  const startedAt = performance.now();
  const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function scrollStep(now: number) {
    const done = isMotionReduced ? 1 : Math.min(1, (now - startedAt) / duration);
    window.scrollTo({ top: start + distance * easeInOut(done), behavior: "instant" });
    if (done < 1) requestAnimationFrame(scrollStep);
  }
  requestAnimationFrame(scrollStep);
}

/** An easing that starts and ends slowly; `done` is the part of the time that has passed. */
function easeInOut(done: number): number {
  return done < 0.5 ? 2 * done ** 2 : 1 - 2 * (1 - done) ** 2;
}
