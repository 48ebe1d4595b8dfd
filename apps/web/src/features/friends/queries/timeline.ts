import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import {
  listRecommendedContents,
  listTimeline,
  timelineBatch,
} from "@toibako/contract/friends/timeline.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { ApiError, api } from "#lib/http/client.ts";

/**
 * The answers of friends, as an infinite list. The reply is null for a page without answers. The parameter of
 * a page is the list of ids of the answers on the page before it.
 */
export const timelineQuery = () =>
  infiniteQueryOptions({
    queryKey: [listTimeline.name],
    queryFn: ({ client, pageParam }) => readTimeline(client, pageParam),
    initialPageParam: [] as string[],
    getNextPageParam: (last) =>
      last && last.items.length >= timelineBatch
        ? last.items.map(({ answer_id }) => answer_id)
        : undefined,
  });

/** Reads the answers that follow the last of `answer_ids`, or the one before it if the last was deleted. */
async function readTimeline(client: QueryClient, answer_ids: string[]) {
  const last_answer_id = answer_ids.at(-1);
  try {
    return await api.read(client, listTimeline, {
      query: last_answer_id ? { last_answer_id } : {},
    });
  } catch (error) {
    const wasDeleted = error instanceof ApiError && error.code === "not_found";
    if (!wasDeleted || answer_ids.length < 2) throw error;
    return readTimeline(client, answer_ids.slice(0, -1));
  }
}

/** Answers of accounts that the viewer doesn't follow, in the language of the page. */
export const recommendedContentsQuery = (locale: Locale) =>
  api.query(listRecommendedContents, { query: { locale } });
