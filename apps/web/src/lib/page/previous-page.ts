import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useState } from "react";
import { readStored, titlesKey, writeStored } from "#lib/browser/storage.ts";

/** Titles of the pages in this tab's history, by their index. They survive a reload. */
function readTitles(): Record<number, string> {
  try {
    return JSON.parse(readStored("sessionStorage", titlesKey) ?? "{}") as Record<number, string>;
  } catch {
    return {};
  }
}

function storeTitle(index: number, title: string): void {
  const titles = JSON.stringify({ ...readTitles(), [index]: title });
  writeStored("sessionStorage", titlesKey, titles);
}

/** Stores the title of each page when the reader leaves it. Used once, by the shell. */
export function useStoredTitles(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
        if (!fromLocation) return;
        // Without the name of the site, which the head appends.
        const title = document.title.split(" | ")[0] ?? "";
        storeTitle(fromLocation.state.__TSR_index, title);
      }),
    [router],
  );
}

/** Returns the location of the page that is shown: while the next page loads, still that of the former one. */
export const useShownLocation = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => resolvedLocation ?? location });

/** Returns the title of the page to which the browser's back button leads; undefined for the first page of a tab, and
 * until hydration. */
export function usePreviousTitle(): string | undefined {
  const { state } = useShownLocation();
  const previous = state.__TSR_index - (state.is_repeated ? 2 : 1);
  const [title, setTitle] = useState<string>();
  // Before the page is painted, so that nothing that depends on it flashes.
  useLayoutEffect(() => setTitle(readTitles()[previous]), [previous]);
  return title;
}
