/** Milliseconds after the Tab key, and between the loss of the focus and the event that tells of it. */
const tabTime = 500;
const sameMoment = 1_000;

const maxThefts = 3;

/**
 * Gives the focus back to the page when a frame takes it without a press or the Tab key: otherwise the frame would get what
 * the reader types. Calls `onThief` if the frame does it again and again. Returns a function that ends it, which gives back the focus as well.
 */
export function keepFocus(frame: HTMLIFrameElement, onThief: () => void): () => void {
  let last = document.activeElement;
  let lostAt = Number.POSITIVE_INFINITY;
  let tabbedAt = Number.NEGATIVE_INFINITY;
  let thefts = 0;
  function rememberFocus({ target }: FocusEvent) {
    if (target === frame || !(target instanceof Element)) return;
    last = target;
    lostAt = Number.POSITIVE_INFINITY;
  }
  function noteLoss() {
    lostAt = performance.now();
    checkSoon();
  }
  function noteTab({ key }: KeyboardEvent) {
    if (key === "Tab") tabbedAt = performance.now();
  }
  // Browsers tell of the loss before or after they name the frame as the active element.
  function checkSoon() {
    setTimeout(checkFrame);
  }
  function checkFrame() {
    const now = performance.now();
    const isPressed = frame.matches(":hover") || now - tabbedAt < tabTime;
    if (document.activeElement !== frame || isPressed) return;
    thefts += 1;
    frame.blur();
    const hadFocus = now - lostAt < sameMoment;
    if (hadFocus && last instanceof HTMLElement && last.isConnected)
      last.focus({ preventScroll: true });
    if (thefts > maxThefts) onThief();
  }
  document.addEventListener("focusin", rememberFocus);
  document.addEventListener("focusout", noteLoss);
  document.addEventListener("keydown", noteTab, true);
  addEventListener("blur", checkSoon);
  return () => {
    if (document.activeElement === frame && last instanceof HTMLElement)
      last.focus({ preventScroll: true });
    document.removeEventListener("focusin", rememberFocus);
    document.removeEventListener("focusout", noteLoss);
    document.removeEventListener("keydown", noteTab, true);
    removeEventListener("blur", checkSoon);
  };
}
