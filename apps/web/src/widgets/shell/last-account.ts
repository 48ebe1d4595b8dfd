import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { type HistoryEntry, readAccountHistory } from "#lib/browser/account-history.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getOfflineAddress } from "#lib/offline/kept-pages.ts";

/**
 * Returns the account that was active last, for the bars of the offline page, which is rendered for visitors; undefined
 * on every other page and for visitors.
 */
export function useLastAccount(): HistoryEntry | undefined {
  const { locale } = useTexts();
  const isSignedIn = useCurrentUser() !== undefined;
  const isOffline = useLocation({
    select: ({ pathname }) => pathname === getOfflineAddress(locale),
  });
  const isNeeded = isOffline && !isSignedIn;
  const [entry, setEntry] = useState<HistoryEntry>();
  useEffect(
    () =>
      setEntry(isNeeded ? readAccountHistory().find(({ is_current }) => is_current) : undefined),
    [isNeeded],
  );
  return isNeeded ? entry : undefined;
}

/** Returns props of links. The offline page belongs to no session, so its links load whole pages. */
export const getLinkLoading = (lastAccount: HistoryEntry | undefined) =>
  lastAccount ? ({ reloadDocument: true, preload: false } as const) : {};
