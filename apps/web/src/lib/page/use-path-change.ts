import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/**
 * Calls back before the router goes to another path. The router's own `pathChanged` compares with the
 * last page that was loaded, so it is false if somebody goes back while the next page still loads, although
 * the address changes.
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
