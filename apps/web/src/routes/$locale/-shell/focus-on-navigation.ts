import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** After a link inside the site was followed, the keyboard and the reader go on in the new page. */
export function useFocusOnNavigation() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation, toLocation }) => {
        if (!pathChanged || !fromLocation || toLocation.hash) return;
        document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [router],
  );
}
