import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import {
  deleteCommunityQuestion as deleteCommunityQuestionEndpoint,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import {
  joinCommunities as joinCommunitiesEndpoint,
  joinCommunity as joinCommunityEndpoint,
  leaveCommunity as leaveCommunityEndpoint,
  muteCommunity as muteCommunityEndpoint,
  putCommunitySuggestions,
  putCommunityTutorial,
} from "@toibako/contract/communities.ts";
import { implement, type Route } from "#platform/http/endpoint.ts";
import type { FilterSources } from "../../filters/filter.ts";
import { deleteCommunityQuestion } from "../../questions/commands/delete-community-question.ts";
import { answerCommunityQuestion } from "../commands/answer.ts";
import { askCommunity } from "../commands/ask.ts";
import {
  joinCommunities,
  joinCommunity,
  leaveCommunity,
  markSuggestionsAsSeen,
  muteCommunity,
  saveTutorialProgress,
} from "../commands/membership.ts";

export function writeRoutes(filter: FilterSources): Route[] {
  return [
    implement(postCommunityQuestion, async (call) => {
      const { params, body, viewer, locale, services, request } = call;
      const uuid_hash = call.createId();
      const question = { ...params, ...body, uuid_hash, locale, sender: viewer };
      await askCommunity(services, filter, { ...question, address: request.ip });
      const { community_id: id, category_id } = params;
      const location = `/${locale}${formatCommunityPath({ id, category_id })}/items`;
      return { body: { uuid_hash }, location };
    }),

    implement(postCommunityAnswer, async (call) => {
      const { params, body, viewer, locale, services } = call;
      const { uuid: uuid_hash, ...community } = params;
      const request = { ...community, ...body, uuid_hash, id: call.createId() };
      const answer = await answerCommunityQuestion(services, viewer, request, locale);
      const location = `/${locale}/q/${uuid_hash}?answer_id=${answer.id}`;
      return { body: { answer }, location };
    }),

    implement(deleteCommunityQuestionEndpoint, async ({ params, viewer, services }) => {
      const { uuid, ...community } = params;
      await deleteCommunityQuestion(services, viewer, uuid, community);
      return {};
    }),

    implement(joinCommunityEndpoint, async ({ params, viewer, locale, services }) => ({
      body: await joinCommunity(services.db, viewer, params, locale),
    })),

    implement(leaveCommunityEndpoint, async ({ params, viewer, locale, services }) => ({
      body: await leaveCommunity(services.db, viewer, params, locale),
    })),

    implement(joinCommunitiesEndpoint, async ({ body, viewer, locale, services }) => ({
      body: await joinCommunities(services.db, viewer, body.community_ids, locale),
    })),

    implement(muteCommunityEndpoint, async ({ params, body, viewer, services }) => {
      await muteCommunity(services.db, viewer, params, body.is_muted);
      return { body };
    }),

    implement(putCommunitySuggestions, async ({ viewer, services }) => {
      await markSuggestionsAsSeen(services.db, viewer.user.pk);
      return {};
    }),

    implement(putCommunityTutorial, async ({ body, viewer, services }) => {
      const { pk } = viewer.user;
      const { db } = services;
      const saved = await saveTutorialProgress(db, pk, body.community_tutorial_status);
      return { body: { community_tutorial_status: saved } };
    }),
  ];
}
