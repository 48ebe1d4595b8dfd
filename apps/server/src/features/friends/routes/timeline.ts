import { listRecommendedContents, listTimeline } from "@toibako/contract/friends/timeline.ts";
import { implement } from "#platform/http/endpoint.ts";
import { listFriendsAnswers, listRecommendedAnswers } from "../queries/timeline.ts";

export const timelineRoutes = [
  implement(listTimeline, async ({ viewer, query, services, locale }) => {
    const items = await listFriendsAnswers(services, viewer, query.last_answer_id, locale);
    return items.length > 0 ? { body: { items } } : { status: 204 };
  }),

  implement(listRecommendedContents, async ({ viewer, query, services, locale }) => {
    const items = await listRecommendedAnswers(services, viewer, query.locale, locale);
    return { body: { items } };
  }),
];
