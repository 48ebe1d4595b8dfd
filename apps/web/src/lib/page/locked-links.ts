import { useIsFetching } from "@tanstack/react-query";
import type { MouseEvent } from "react";

/**
 * Returns the props of links that are disabled while a query of one of these endpoints is loading, so that
 * requests don't overlap.
 */
export function useLockedLinks(endpointNames: readonly unknown[]) {
  const isLocked =
    useIsFetching({ predicate: ({ queryKey }) => endpointNames.includes(queryKey[0]) }) > 0;
  return {
    // If hovering over a link preloaded its page, the link would be disabled before it is pressed.
    preload: false,
    resetScroll: false,
    "aria-disabled": isLocked || undefined,
    onClick: (event: MouseEvent) => isLocked && event.preventDefault(),
    className: "aria-disabled:opacity-60",
  } as const;
}
