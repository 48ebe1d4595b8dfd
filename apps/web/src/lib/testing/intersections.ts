import { vi } from "vitest";

/**
 * Replaces `IntersectionObserver` until `vi.unstubAllGlobals()`. The returned function tells the newest observer, if any, where
 * elements are.
 */
export function stubIntersections() {
  let notify: (entries: Partial<IntersectionObserverEntry>[]) => void = () => undefined;
  class Observer {
    constructor(callback: (entries: Partial<IntersectionObserverEntry>[]) => void) {
      notify = callback;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  return (...entries: Partial<IntersectionObserverEntry>[]) => notify(entries);
}
