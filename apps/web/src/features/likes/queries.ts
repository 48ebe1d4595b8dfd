import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { communityLists, friendsLists } from "#lib/cache/answer-lists.ts";
import { forgetSendKey } from "#lib/forms/draft.ts";
import { send } from "#lib/http/client.ts";
import { useKeyedSend } from "#lib/http/keyed-send.ts";

/** The likes of an answer as a viewer sees them. */
export interface Like {
  likes_count: number;
  is_liked: boolean;
}

/**
 * The ids of the answers that the visitor liked before this page was loaded, by query client. Pages for
 * visitors are rendered without these likes. Toggling a like removes its answer from the set.
 */
const earlierLikes = new WeakMap<QueryClient, Promise<Set<string>>>();

/** Marks the answers that the visitor liked before as liked, when the promise of their ids resolves. */
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
 * Toggles the like in every cached copy of the answer, before the server replies. The mutation is called with
 * the state before the press.
 */
export function useToggleLike(answer_id: string) {
  const client = useQueryClient();
  const update = (like: Like) => updateLikeInCache(client, answer_id, () => like);
  const getDraft = ({ is_liked }: Pick<Like, "is_liked">) => `like:${answer_id}:${is_liked}`;
  return useKeyedSend({
    // Only a press in the same state repeats a toggle whose reply was lost.
    draft: getDraft,
    send: async (before: Like, idempotency_key): Promise<Like> => {
      const wasLiked = (await earlierLikes.get(client))?.delete(answer_id) ?? false;
      // The page did not show the earlier like yet, so the visitor meant to add a like, not to remove one.
      if (wasLiked && !before.is_liked) return { ...before, is_liked: true };
      const { data } = await send(toggleLike, { body: { answer_id } }, { idempotency_key });
      forgetSendKey(getDraft({ is_liked: !before.is_liked }));
      // Another tab may have toggled the like meanwhile, so only the server knows the new state.
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

const endpointsWithAnswers = [listItems, listLatestAnswers, getQuestion, listSendQuestions];
const namesWithAnswers = new Set<unknown>([
  ...endpointsWithAnswers.map(({ name }) => name),
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
  const changeFound = (before: Like) => {
    isFound = true;
    return change(before);
  };
  client.setQueriesData(queriesWithAnswers, (data) => replaceLike(data, answer_id, changeFound));
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
    const before = {
      likes_count: data.likes_count,
      is_liked: data.has_been_liked_by_current_user,
    };
    const { likes_count, is_liked } = change(before);
    return { ...data, likes_count, has_been_liked_by_current_user: is_liked };
  }
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, replaceLike(value, answer_id, change)]),
  );
}

/**
 * Returns the ids of the cached answers that have a like button on pages which are the same for all visitors.
 * Among the answers of communities, only these have an `associated_question`.
 */
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

/** An answer as lists of items contain it. */
interface Item {
  answer_id: string;
  answer_likes_count: number;
  is_liked: boolean;
}

function isItem(data: object): data is Item {
  return "answer_id" in data && "is_liked" in data;
}

/**
 * An answer as other replies contain it. In the list of sent questions, `id_hash` is the id of the answer
 * and `id` that of the question. In communities, `id` is the id of the answer.
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
