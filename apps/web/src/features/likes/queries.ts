import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { send } from "#lib/http/client.ts";

/** An answer's like as a viewer sees it. */
export interface Like {
  likes_count: number;
  is_liked: boolean;
}

/**
 * Toggles a like at once wherever the answer is shown. The mutation's variable is the like before.
 */
export function useToggleLike(answer_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_before: Like) => send(toggleLike, { body: { answer_id } }),
    onMutate: (before) => updateLikeInCache(client, answer_id, flipLike(before, !before.is_liked)),
    // Another tab may have liked meanwhile, so the server's result counts.
    onSuccess: ({ data }, before) =>
      updateLikeInCache(client, answer_id, flipLike(before, data.toggle_type === "increment")),
    onError: (_error, before) => updateLikeInCache(client, answer_id, before),
  });
}

function flipLike({ likes_count }: Like, is_liked: boolean): Like {
  return { likes_count: likes_count + (is_liked ? 1 : -1), is_liked };
}

const lists = [listItems, listLatestAnswers, getQuestion, listSendQuestions];
const names = new Set<unknown>(lists.map(({ name }) => name));

/** Updates the like in every cached copy of the answer. */
function updateLikeInCache(client: QueryClient, answer_id: string, like: Like) {
  client.setQueriesData({ predicate: ({ queryKey }) => names.has(queryKey[0]) }, (data) =>
    replaceLike(data, answer_id, like),
  );
}

function replaceLike(data: unknown, answer_id: string, like: Like): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((entry) => replaceLike(entry, answer_id, like));
  if ("answer_id" in data && data.answer_id === answer_id) {
    return { ...data, answer_likes_count: like.likes_count, is_liked: like.is_liked };
  }
  if ("id_hash" in data && data.id_hash === answer_id) {
    const { likes_count, is_liked: has_been_liked_by_current_user } = like;
    return { ...data, likes_count, has_been_liked_by_current_user };
  }
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, replaceLike(value, answer_id, like)]),
  );
}
