import { useIsFetching } from "@tanstack/react-query";
import type { MouseEvent } from "react";

/**
 * Props of links that are disabled while a query of one of these endpoints is loading, so that requests
 * don't overlap.
 */
export function useLockedLinks(endpointNames: readonly unknown[]) {
  const isLocked =
    useIsFetching({ predicate: ({ queryKey }) => endpointNames.includes(queryKey[0]) }) > 0;
  return {
    // Preloading a tab on hover would disable it before the press.
    preload: false,
    resetScroll: false,
    "aria-disabled": isLocked || undefined,
    onClick: (event: MouseEvent) => isLocked && event.preventDefault(),
    className: "aria-disabled:opacity-60",
  } as const;
}
