import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { communityLists, friendsLists } from "#lib/cache/answer-lists.ts";
import { send } from "#lib/http/client.ts";

/** An answer's like as a viewer sees it. */
export interface Like {
  likes_count: number;
  is_liked: boolean;
}

/**
 * The ids of the answers that the visitor liked before, by query client. Pages for visitors are rendered
 * without these likes. An answer whose like is toggled is removed from the set.
 */
const earlierLikes = new WeakMap<QueryClient, Promise<Set<string>>>();

/** Marks the answers that the visitor liked before, once their ids arrive. */
export function markEarlierLikes(client: QueryClient, answer_ids: Promise<string[]>): void {
  const liked = answer_ids.then(
    (ids) => new Set(ids),
    () => new Set<string>(),
  );
  earlierLikes.set(client, liked);
  void liked.then((ids) => {
    for (const id of ids) {
      updateLikeInCache(client, id, ({ likes_count }) => ({ likes_count, is_liked: true }));
    }
  });
}

/**
 * Toggles the like in every cached copy of the answer, before the server replies. The mutation's variable is
 * the like before the press.
 */
export function useToggleLike(answer_id: string) {
  const client = useQueryClient();
  const update = (like: Like) => updateLikeInCache(client, answer_id, () => like);
  return useMutation({
    mutationFn: async (before: Like): Promise<Like> => {
      const wasLiked = (await earlierLikes.get(client))?.delete(answer_id) ?? false;
      // The page didn't show the earlier like yet, so the press was meant to add a like, not to remove it.
      if (wasLiked && !before.is_liked) return { ...before, is_liked: true };
      const { data } = await send(toggleLike, { body: { answer_id } });
      // The server decides which it was, because another tab may have toggled the like meanwhile.
      return flipLike(before, data.toggle_type === "increment");
    },
    onMutate(before) {
      if (update(flipLike(before, !before.is_liked))) return;
      const error = new Error("A like of an answer that isn't loaded");
      reportError(error);
      throw error;
    },
    onSuccess: (like) => void update(like),
    onError: (_error, before) => void update(before),
  });
}

function flipLike({ likes_count }: Like, is_liked: boolean): Like {
  return { likes_count: likes_count + (is_liked ? 1 : -1), is_liked };
}

const endpoints = [listItems, listLatestAnswers, getQuestion, listSendQuestions];
const namesWithAnswers = new Set<unknown>([
  ...endpoints.map(({ name }) => name),
  ...communityLists,
  ...friendsLists,
]);
/** The filter for cached queries that contain answers. */
const queriesWithAnswers = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => namesWithAnswers.has(queryKey[0]),
};

/** Changes the like in every cached copy of the answer; returns whether there is one. */
function updateLikeInCache(
  client: QueryClient,
  answer_id: string,
  change: (before: Like) => Like,
): boolean {
  let isFound = false;
  const changeAndRemember = (before: Like) => {
    isFound = true;
    return change(before);
  };
  client.setQueriesData(queriesWithAnswers, (data) =>
    replaceLike(data, answer_id, changeAndRemember),
  );
  return isFound;
}

/** Returns a copy of the cached data with the changed like wherever the answer occurs. */
function replaceLike(data: unknown, answer_id: string, change: (before: Like) => Like): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((entry) => replaceLike(entry, answer_id, change));
  if (isItem(data) && data.answer_id === answer_id) {
    const before = { likes_count: data.answer_likes_count, is_liked: data.is_liked };
    const { likes_count, is_liked } = change(before);
    return { ...data, answer_likes_count: likes_count, is_liked };
  }
  if (isAnswer(data) && (data.id_hash ?? data.id) === answer_id) {
    const { likes_count, has_been_liked_by_current_user: is_liked } = data;
    const like = change({ likes_count, is_liked });
    const { likes_count: count, is_liked: has_been_liked_by_current_user } = like;
    return { ...data, likes_count: count, has_been_liked_by_current_user };
  }
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, replaceLike(value, answer_id, change)]),
  );
}

/** The ids of the cached answers, except those in the list of the viewer's own questions. */
export function listCachedAnswers(client: QueryClient): string[] {
  const ids = new Set<string>();
  const collect = (data: unknown) => {
    if (typeof data !== "object" || data === null) return;
    if (isItem(data)) ids.add(data.answer_id);
    else if (isAnswer(data) && "associated_question" in data) ids.add(data.id);
    else for (const value of Object.values(data)) collect(value);
  };
  for (const [, data] of client.getQueriesData(queriesWithAnswers)) collect(data);
  return [...ids];
}

interface Item {
  answer_id: string;
  answer_likes_count: number;
  is_liked: boolean;
}

function isItem(data: object): data is Item {
  return "answer_id" in data && "is_liked" in data;
}

/**
 * An answer in the list of sent questions, with its id in `id_hash` and the question's in `id`; or an answer in a
 * community, with its id in `id`.
 */
interface Answer {
  id_hash?: string;
  id: string;
  likes_count: number;
  has_been_liked_by_current_user: boolean;
}

function isAnswer(data: object): data is Answer {
  return "has_been_liked_by_current_user" in data;
}
