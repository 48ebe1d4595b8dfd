import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";

const destinations = [
  "/$locale/me/home",
  "/$locale/box",
  "/$locale/box/",
  "/$locale/me/friends/",
  "/$locale/me/talks",
  "/$locale/me/talks/",
  "/$locale/$account",
] as const;

/**
 * Loads the code of the main destinations and the list of modals when the browser is idle. Does nothing for
 * visitors, most of whom read one page; a link then loads its page on hover, focus or touch.
 */
export function usePreloadDestinations() {
  const router = useRouter();
  const isSignedIn = useCurrentUser() !== undefined;
  useEffect(() => {
    if (!isSignedIn || isSavingData()) return;
    return runWhenIdle(() => {
      import("#widgets/modals/registry.ts").catch(() => undefined);
      for (const id of destinations) {
        // If loading fails, navigation loads the code again.
        void Promise.resolve(router.loadRouteChunk(router.routesById[id])).catch(() => undefined);
      }
    });
  }, [router, isSignedIn]);
}

function isSavingData(): boolean {
  return "connection" in navigator && Boolean((navigator.connection as Connection).saveData);
}

interface Connection {
  saveData?: boolean;
}

/** Milliseconds until the callback runs if the browser is never idle. */
const maxIdleWait = 5_000;
/** Milliseconds until the callback runs in Safari, which has no `requestIdleCallback`. */
const waitInSafari = 2_000;

/** Runs a callback when the browser is idle. Returns a function that cancels it. */
function runWhenIdle(callback: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(callback, waitInSafari);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(callback, { timeout: maxIdleWait });
  return () => cancelIdleCallback(call);
}
