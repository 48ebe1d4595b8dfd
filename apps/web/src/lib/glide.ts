const duration = 500;

/** Scrolls the page to an element within half a second; at once where motion is unwanted. */
export function glideTo(element: Element) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const way = element.getBoundingClientRect().top - (Number.parseFloat(scrollPaddingTop) || 0);
  const start = window.scrollY;
  const began = performance.now();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function step(now: number) {
    const done = calm ? 1 : Math.min(1, (now - began) / duration);
    window.scrollTo({ top: start + way * eased(done), behavior: "instant" });
    if (done < 1) requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
}

/** Slow at both ends. */
function eased(done: number): number {
  return done < 0.5 ? 2 * done ** 2 : 1 - 2 * (1 - done) ** 2;
}
