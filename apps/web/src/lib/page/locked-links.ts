import { useIsFetching } from "@tanstack/react-query";
import type { MouseEvent } from "react";

/** Props of links that are disabled while one of these calls is running, so that requests don't overlap. */
export function useLockedLinks(calls: readonly unknown[]) {
  const isLocked = useIsFetching({ predicate: ({ queryKey }) => calls.includes(queryKey[0]) }) > 0;
  return {
    // Preloading a tab on hover would disable it before the press.
    preload: false,
    resetScroll: false,
    "aria-disabled": isLocked || undefined,
    onClick: (event: MouseEvent) => isLocked && event.preventDefault(),
    className: "aria-disabled:opacity-60",
  } as const;
}
