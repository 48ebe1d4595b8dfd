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
 * Loads the code of the main destinations and the list of modals when the browser is idle. Not for visitors: most read one
 * page, and a link loads its page on hover, focus or touch anyway.
 */
export function usePreloadDestinations() {
  const router = useRouter();
  const isSignedIn = useCurrentUser() !== undefined;
  useEffect(() => {
    if (!isSignedIn || isSavingData()) return;
    return runWhenIdle(() => {
      import("#widgets/modals/registry.ts").catch(() => undefined);
      for (const id of destinations) {
        // Code that fails to load now is loaded on navigation.
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

/** When the callback runs at the latest, in milliseconds: in Safari, which can't tell when it is idle, and elsewhere. */
const latest = { inSafari: 2000, elsewhere: 5000 };

/** Runs a callback when the browser is idle. Returns a function that cancels it. */
function runWhenIdle(callback: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(callback, latest.inSafari);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(callback, { timeout: latest.elsewhere });
  return () => cancelIdleCallback(call);
}
