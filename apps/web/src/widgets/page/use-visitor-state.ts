import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { maxVisitorAnswers, visitorHintCookie } from "@toibako/contract/accounts.ts";
import { useEffect } from "react";
import { readVisitorState, unreadCountsQuery, useCurrentUser } from "#features/accounts/queries.ts";
import { listCachedAnswers, markEarlierLikes } from "#features/likes/queries.ts";

/**
 * The query clients to whose first page the visitor's state was added. Only the first page is rendered on
 * the server, for all visitors; the data of later pages is fetched with the visitor's cookie.
 */
const completedClients = new WeakSet<QueryClient>();

/**
 * Adds the visitor's likes and counts to the page that was rendered for all visitors. Browsers without a
 * visitor cookie send no request. The hook runs in the part that shows the data, because an effect of
 * the shell could change the data before that part is hydrated.
 */
export function useVisitorState(): void {
  const client = useQueryClient();
  const isSignedIn = useCurrentUser() !== undefined;
  useEffect(() => {
    const hasVisitorCookie = document.cookie.includes(`${visitorHintCookie}=`);
    if (!hasVisitorCookie || isSignedIn || completedClients.has(client)) return;
    completedClients.add(client);
    addVisitorState(client);
  }, [client, isSignedIn]);
}

function addVisitorState(client: QueryClient): void {
  const answer_ids = listCachedAnswers(client).slice(0, maxVisitorAnswers);
  const state = readVisitorState(client, answer_ids);
  markEarlierLikes(
    client,
    state.then(({ liked_answer_ids }) => liked_answer_ids),
  );
  // A failed call leaves the page as it was rendered.
  state.then(
    ({ unread_counts }) => client.setQueryData(unreadCountsQuery().queryKey, unread_counts),
    () => {},
  );
}
