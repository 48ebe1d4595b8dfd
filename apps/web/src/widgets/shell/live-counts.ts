import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { currentUserQuery, unreadCountsQuery, useCurrentUser } from "#features/accounts/queries.ts";
import { noticeBadgeQuery } from "#features/notices/queries/badges.ts";
import { listenToEvents } from "#lib/http/event-stream.ts";
import { useIsStaleTab } from "#lib/http/stale-tab.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";

/** Milliseconds between two polls while no event stream is open. */
const pollInterval = 60_000;

// Loaded with the first event, because visitors have no event stream and never need this code.
const loadRefresh = async () => (await import("./refresh-lists.ts")).refreshLists;
const loadRefreshTalks = async () => (await import("./refresh-lists.ts")).refreshConversations;
const loadShowArrival = async () => (await import("./show-arrival.tsx")).showArrival;

/**
 * Keeps badges and lists up to date by the server's event stream. While the stream is closed, polls the counts
 * of the badges only. A stale tab does neither until its account is active again. Visitors' counts are fetched once.
 */
export function useLiveCounts() {
  const user_id = useCurrentUser()?.id;
  const isSignedIn = user_id !== undefined;
  // In a stale tab, the calls would be refused, or get the counts of a visitor.
  const isStale = useIsStaleTab();
  const isStreaming = useEventStream(isStale ? undefined : user_id);
  const refetchInterval = isSignedIn && !isStale && !isStreaming && pollInterval;
  useQuery({ ...unreadCountsQuery(), refetchInterval });
  useQuery({ ...noticeBadgeQuery(), refetchInterval, enabled: isSignedIn });
}

/** Listens to the event stream while the page is visible. Returns whether the stream is open. */
function useEventStream(user_id: string | undefined): boolean {
  const client = useQueryClient();
  const [isStreaming, setIsStreaming] = useState(false);
  const showArrival = useEffectEvent(useShowArrival());

  useEffect(() => {
    if (user_id === undefined) return;
    let hasMissedEvents = false;
    const refreshCounts = () =>
      void client.invalidateQueries({ queryKey: unreadCountsQuery().queryKey });
    const refresh = () => {
      refreshCounts();
      // If the code can't be loaded, the next event tries again.
      void loadRefresh().then(
        (refreshLists) => refreshLists(client),
        () => undefined,
      );
    };
    const refreshConversations = () =>
      void loadRefreshTalks().then(
        (refreshTalks) => refreshTalks(client),
        () => undefined,
      );
    return listenToEvents(user_id, {
      onEvent: (event) => {
        if (event.kind === "conversation") return refreshConversations();
        // The console listens to it by itself.
        if (event.kind === "cases") return;
        refresh();
        if (event.data.arrived) showArrival(event.data.arrived);
      },
      onOpen: () => {
        setIsStreaming(true);
        if (hasMissedEvents) refresh();
        // The counts may have changed between rendering and connecting.
        else refreshCounts();
        hasMissedEvents = false;
      },
      onClose: (isRefused) => {
        setIsStreaming(false);
        hasMissedEvents = true;
        // Finds out whether the session has ended.
        if (isRefused) void client.invalidateQueries(currentUserQuery());
      },
    });
  }, [user_id, client]);

  return isStreaming;
}

/** Returns a function that shows a bar for what has arrived, unless the account has turned these bars off. */
function useShowArrival(): (kind: NoticeKind) => void {
  const isWanted = useCurrentUser()?.is_show_display_notify ?? false;
  const toasts = useToasts();
  const router = useRouter();
  const { locale } = useTexts();
  return (kind) => {
    if (!isWanted) return;
    // If the code can't be loaded, the badges still show that something has arrived.
    loadShowArrival().then(
      (show) => show(kind, toasts, locale, router.state.location),
      () => undefined,
    );
  };
}
