import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { maxVisitorAnswers, visitorHintCookie } from "@toibako/contract/accounts.ts";
import { useEffect } from "react";
import { readVisitorState, unreadCountsQuery, useCurrentUser } from "#features/accounts/queries.ts";
import { listCachedAnswers, markEarlierLikes } from "#features/likes/queries.ts";

/**
 * The query clients whose first page has got the visitor's state. Only the first page needs it, because the
 * server renders it for all visitors. The data of later pages is fetched with the visitor's cookie.
 */
const completedClients = new WeakSet<QueryClient>();

/**
 * Adds the visitor's likes and counts to a page that was rendered for all visitors. Browsers without a
 * visitor cookie send no request. The pages call this hook, not the shell, because an effect of the shell
 * could change the data before the page is hydrated.
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
  // If the call fails, the page stays as it was rendered.
  state.then(
    ({ unread_counts }) => client.setQueryData(unreadCountsQuery().queryKey, unread_counts),
    () => {},
  );
}
