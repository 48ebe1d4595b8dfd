import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listHeldQuestions } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { useEffect, useState } from "react";
import { unreadCountsQuery, useCurrentUser } from "#features/accounts/queries.ts";
import { refreshAchievements } from "#features/achievements/queries.ts";
import { noticeBadgeQuery, refreshNotices } from "#features/notices/queries.ts";

const poll = 60_000;

/**
 * Keeps badges and inbox as they are on the server: told by its event stream, else asked for once
 * a minute. Visitors' counts are read once.
 */
export function useLiveCounts() {
  const signed_in = useCurrentUser() !== undefined;
  const streaming = useEventStream(signed_in);
  const refetchInterval = signed_in && !streaming && poll;
  useQuery({ ...unreadCountsQuery(), refetchInterval });
  useQuery({ ...noticeBadgeQuery(), refetchInterval, enabled: signed_in });
}

/** Only the page in sight listens: browsers allow few connections to one host. */
function useEventStream(wanted: boolean): boolean {
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);

  useEffect(() => {
    if (!wanted) return;
    let stream: EventSource | undefined;
    let missed = false;
    const refresh = () => {
      void client.invalidateQueries({ queryKey: unreadCountsQuery().queryKey });
      void client.invalidateQueries({ queryKey: [listReceivedItems.name] });
      refreshAchievements(client);
      void client.invalidateQueries({ queryKey: [listHeldQuestions.name] });
      refreshNotices(client);
    };
    const open = () => {
      stream = new EventSource("/api/v2/me/events");
      stream.addEventListener("counts", refresh);
      stream.onopen = () => {
        setStreaming(true);
        if (missed) refresh();
        missed = false;
      };
      stream.onerror = () => {
        setStreaming(false);
        missed = true;
      };
    };
    const close = () => {
      stream?.close();
      stream = undefined;
    };
    const follow = () => {
      close();
      missed ||= document.hidden;
      if (!document.hidden) open();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }, [wanted, client]);

  return streaming;
}
