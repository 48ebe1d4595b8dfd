import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/**
 * Calls `onChange` before the router goes to another path. The router's own `pathChanged` compares the path
 * with that of the last loaded page. It is false if the reader goes back to that page while the next page is
 * loading, although the address changes.
 */
export function usePathChange(onChange: () => void): void {
  const router = useRouter();
  const handleChange = useEffectEvent(onChange);
  useEffect(() => {
    let path = router.latestLocation.pathname;
    return router.subscribe("onBeforeNavigate", ({ toLocation }) => {
      if (toLocation.pathname === path) return;
      path = toLocation.pathname;
      handleChange();
    });
  }, [router]);
}
