import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  listRecommendedContents,
  listTimeline,
  timelineBatch,
} from "@toibako/contract/friends/timeline.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { api } from "#lib/http/client.ts";

/** The answers of friends, as an infinite list. The reply is null for a page without answers. */
export const timelineQuery = () =>
  infiniteQueryOptions({
    queryKey: [listTimeline.name],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listTimeline, { query: pageParam ? { last_answer_id: pageParam } : {} }),
    initialPageParam: "",
    getNextPageParam: (last) =>
      last && last.items.length >= timelineBatch ? last.items.at(-1)?.answer_id : undefined,
  });

/** Answers of accounts that the viewer doesn't follow, in the language of the page. */
export const recommendedContentsQuery = (locale: Locale) =>
  api.query(listRecommendedContents, { query: { locale } });
