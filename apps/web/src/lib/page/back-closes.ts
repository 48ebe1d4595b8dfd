import { type RouterHistory, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether the entry before this one is the same page. */
    is_repeated?: true;
  }
}

/** Close the open overlays, the topmost last. */
const openOverlays: (() => void)[] = [];

/**
 * While an overlay is open, the browser's back button closes the topmost one and stays on the page. On the first page
 * of a tab, back would leave the site without asking the router, so the page gets another entry in the history.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const closeThis = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !router) return;
    const history = router.history as RouterHistory;
    const overlay = () => closeThis();
    openOverlays.push(overlay);
    const { latestLocation: page } = router;
    // With a hash, the page would scroll to its target again.
    if (!history.canGoBack() && page.hash === "") {
      const state = { ...page.state, is_repeated: true } as const;
      void router.commitLocation({ ...page, state, resetScroll: false, ignoreBlocker: true });
    }
    const unblock = history.block({
      enableBeforeUnload: false,
      // The history asks only one of the overlays, whichever was opened first.
      blockerFn({ action }) {
        if (action !== "BACK") return false;
        openOverlays.at(-1)?.();
        return true;
      },
    });
    return () => {
      unblock();
      openOverlays.splice(openOverlays.indexOf(overlay), 1);
    };
  }, [isOpen, router]);
}
