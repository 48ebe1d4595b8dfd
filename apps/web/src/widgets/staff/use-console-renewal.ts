import { useEffect } from "react";
import { renew } from "#features/staff/queries.ts";

/** Milliseconds between two renewals while somebody works. */
const renewalInterval = 60_000;

const actions = ["pointerdown", "keydown", "wheel"] as const;

/** Keeps the console open as long as somebody presses, types or scrolls on its page. */
export function useConsoleRenewal(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    let renewedAt = Number.NEGATIVE_INFINITY;
    const act = () => {
      const now = performance.now();
      if (now - renewedAt < renewalInterval) return;
      renewedAt = now;
      // If the console has closed meanwhile, the next read says so.
      void renew().catch(() => undefined);
    };
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    for (const action of actions) window.addEventListener(action, act, options);
    return () => controller.abort();
  }, [isOpen]);
}
