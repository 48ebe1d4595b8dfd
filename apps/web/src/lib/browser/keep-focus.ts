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
  /** Whether the pointer is over the frame and has come there since the reader last typed or moved the focus in the page. */
  let isPointed = false;
  let thefts = 0;
  function rememberFocus({ target }: FocusEvent) {
    if (target === frame || !(target instanceof Element)) return;
    last = target;
    lostAt = Number.POSITIVE_INFINITY;
    // The Tab key has led here, not into the frame.
    tabbedAt = Number.NEGATIVE_INFINITY;
    isPointed = false;
  }
  function noteLoss() {
    lostAt = performance.now();
    checkSoon();
  }
  function notePointer() {
    isPointed = true;
  }
  function forgetPointer() {
    isPointed = false;
  }
  function noteKey({ key }: KeyboardEvent) {
    forgetPointer();
    if (key === "Tab") tabbedAt = performance.now();
  }
  // Browsers tell of the loss before or after they name the frame as the active element.
  function checkSoon() {
    setTimeout(checkFrame);
  }
  function checkFrame() {
    const now = performance.now();
    if (document.activeElement !== frame || isPointed || now - tabbedAt < tabTime) return;
    thefts += 1;
    frame.blur();
    const hadFocus = now - lostAt < sameMoment;
    if (hadFocus && last instanceof HTMLElement && last.isConnected)
      last.focus({ preventScroll: true });
    if (thefts > maxThefts) onThief();
  }
  document.addEventListener("focusin", rememberFocus);
  document.addEventListener("focusout", noteLoss);
  document.addEventListener("keydown", noteKey, true);
  document.addEventListener("input", forgetPointer, true);
  frame.addEventListener("pointerenter", notePointer);
  frame.addEventListener("pointerleave", forgetPointer);
  addEventListener("blur", checkSoon);
  return () => {
    if (document.activeElement === frame && last instanceof HTMLElement && last.isConnected)
      last.focus({ preventScroll: true });
    document.removeEventListener("focusin", rememberFocus);
    document.removeEventListener("focusout", noteLoss);
    document.removeEventListener("keydown", noteKey, true);
    document.removeEventListener("input", forgetPointer, true);
    frame.removeEventListener("pointerenter", notePointer);
    frame.removeEventListener("pointerleave", forgetPointer);
    removeEventListener("blur", checkSoon);
  };
}
