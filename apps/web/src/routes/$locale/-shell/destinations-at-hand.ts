import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";

const forMembers = [
  "/$locale/me/home",
  "/$locale/box",
  "/$locale/box/",
  "/$locale/me/friends",
  "/$locale/me/talks",
] as const;
const forVisitors = ["/$locale/not_login_user", "/$locale/me/friends"] as const;

/** Once a page has come to rest: the few kilobytes of script that the main destinations need. */
export function useDestinationsAtHand() {
  const router = useRouter();
  const signed_in = useCurrentUser() !== undefined;
  useEffect(() => {
    if (savesData()) return;
    return whenIdle(() => {
      for (const id of signed_in ? forMembers : forVisitors) {
        // What does not come now is fetched when somebody goes there.
        void Promise.resolve(router.loadRouteChunk(router.routesById[id])).catch(() => undefined);
      }
    });
  }, [router, signed_in]);
}

function savesData(): boolean {
  return "connection" in navigator && Boolean((navigator.connection as Connection).saveData);
}

interface Connection {
  saveData?: boolean;
}

/** Safari knows no idle callback. Answers how to call it off. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 2000);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(act, { timeout: 5000 });
  return () => cancelIdleCallback(call);
}
