import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";

const destinations = [
  "/$locale/me/home",
  "/$locale/box",
  "/$locale/box/",
  "/$locale/me/friends/",
  "/$locale/$account",
] as const;

/**
 * Loads the code of the main destinations when the browser is idle. Not for visitors: most read one
 * page, and a link loads its page on hover, focus or touch anyway.
 */
export function usePreloadDestinations() {
  const router = useRouter();
  const isSignedIn = useCurrentUser() !== undefined;
  useEffect(() => {
    if (!isSignedIn || isSavingData()) return;
    return runWhenIdle(() => {
      for (const id of destinations) {
        // What fails to load now is loaded on navigation.
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

/** Calls back when the browser is idle; Safari has no idle callback. Returns a function that cancels. */
function runWhenIdle(callback: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(callback, 2000);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(callback, { timeout: 5000 });
  return () => cancelIdleCallback(call);
}
