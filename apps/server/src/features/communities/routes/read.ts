import {
  listCommunityMembers,
  listFollowingMembers,
  listMembersOfCommunities,
  listRecommendedMembers,
} from "@toibako/contract/communities/members.ts";
import {
  communityAnswersPerPage,
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  listFeaturedQuestions,
  listOwnCommunityItems,
  listSampleQuestions,
} from "@toibako/contract/communities/questions.ts";
import {
  getCommunity,
  getCommunitySuggestions,
  listCommunities,
  listJoinedCommunities,
  listOtherCommunities,
  listRecommendedCommunities,
  listSampleCommunities,
} from "@toibako/contract/communities.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPager, parsePageNumber } from "#platform/http/pager.ts";
import { listAnswers } from "../queries/answers.ts";
import {
  areSuggestionsDue,
  findCommunities,
  findCommunity,
  findCommunityKey,
  listJoined,
  listSimilarCommunities,
  listTopCommunities,
  listUnjoinedCommunities,
} from "../queries/communities.ts";
import { listOwnHeld } from "../queries/held.ts";
import { isLinkToXSuggested, listActiveMembers, listMembers } from "../queries/members.ts";
import {
  findCommunityQuestion,
  findOwnHeld,
  listOwnItems,
  listQuestions,
} from "../queries/questions.ts";
import { listSamples } from "../queries/samples.ts";

/** Throws `not_found` for undefined, otherwise returns the value. */
function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Failure("not_found");
  return value;
}

async function readQuestions(
  { services, viewer, params, query, locale }: Call<typeof listCommunityQuestions>,
  order: "newest" | "featured",
) {
  const parameters = {
    ...params,
    order,
    isInAllLanguages: query.all_languages === "true",
    page: parsePageNumber(query.page),
    limit: Number(query.limit),
  };
  return requireFound(await listQuestions(services, viewer, parameters, locale));
}

async function readMembers(
  {
    services,
    viewer,
    params,
    query,
  }: Call<typeof listCommunityMembers> | Call<typeof listRecommendedMembers>,
  kind: "all" | "following" | "recommended",
) {
  const parameters = { ...params, page: parsePageNumber(query.page) };
  return requireFound(await listMembers(services.db, kind, viewer.user?.pk ?? null, parameters));
}

/** The number of communities whose members one request can list. */
const maxListedCommunities = 20;

export const readRoutes = [
  implement(listCommunities, async ({ services, viewer, query, locale }) => {
    const search = { query: query.query, page: parsePageNumber(query.page) };
    return { body: await findCommunities(services.db, viewer, search, locale) };
  }),

  implement(listOtherCommunities, async ({ services, viewer, query, locale }) => {
    const page = parsePageNumber(query.page);
    return { body: await listUnjoinedCommunities(services.db, viewer, page, locale) };
  }),

  implement(listJoinedCommunities, async ({ services, viewer, locale }) => ({
    body: await listJoined(services.db, viewer, locale),
  })),

  implement(getCommunitySuggestions, async ({ services, viewer }) => ({
    body: { is_due: await areSuggestionsDue(services.db, viewer.user.pk) },
  })),

  implement(listSampleCommunities, async ({ services, viewer, locale }) => ({
    body: { communities: await listTopCommunities(services.db, viewer, locale) },
  })),

  implement(listSampleQuestions, async ({ services, viewer, locale }) => ({
    body: await listSamples(services, viewer, locale),
  })),

  implement(getCommunity, async ({ services, viewer, params, locale }) => {
    const found = requireFound(await findCommunity(services.db, viewer, params, locale));
    const { community } = found;
    const held = (await listOwnHeld(services, viewer, locale)).filter(
      ({ community_id }) => community_id === params.community_id,
    );
    const questions_count = community.questions_count + held.length;
    return { body: { ...found, community: { ...community, questions_count } } };
  }),

  implement(listRecommendedCommunities, async ({ services, viewer, params, locale }) => {
    requireFound(await findCommunityKey(services.db, params));
    const communities = await listSimilarCommunities(services.db, viewer, params, locale);
    return { body: { communities } };
  }),

  implement(listCommunityQuestions, async (call) => {
    const { items, pager } = await readQuestions(call, "newest");
    return { body: { items, pager } };
  }),

  implement(listFeaturedQuestions, async (call) => ({
    body: await readQuestions(call, "featured"),
  })),

  implement(getCommunityQuestion, async ({ services, viewer, params, locale }) => {
    const { uuid: uuid_hash, ...community } = params;
    const ids = { uuid_hash, ...community };
    const question = requireFound(await findCommunityQuestion(services, viewer, ids, locale));
    return { body: { question } };
  }),

  implement(listCommunityAnswers, async ({ services, viewer, params, query, locale }) => {
    const { uuid: uuid_hash, ...community } = params;
    const page = parsePageNumber(query.page);
    const ids = { uuid_hash, ...community };
    const answers = await listAnswers(services, viewer, ids, page, locale);
    if (answers) return { body: answers };
    // To its sender, a held question looks like one without answers.
    if ((await findOwnHeld(services, viewer, ids)).length === 0) throw new Failure("not_found");
    return { body: { answers: [], pager: createPager(page, communityAnswersPerPage, 0) } };
  }),

  implement(listCommunityMembers, async (call) => ({ body: await readMembers(call, "all") })),

  implement(listRecommendedMembers, async (call) => ({
    body: await readMembers(call, "recommended"),
  })),

  implement(listFollowingMembers, async (call) => {
    const members = await readMembers(call, "following");
    const is_link_needed = await isLinkToXSuggested(call.services.db, call.viewer.user.pk);
    return { body: { ...members, is_link_needed } };
  }),

  implement(listMembersOfCommunities, async ({ services, viewer, query }) => {
    const ids = query.community_ids.split(",").slice(0, maxListedCommunities);
    return { body: { communities: await listActiveMembers(services.db, viewer.user.pk, ids) } };
  }),

  implement(listOwnCommunityItems, async ({ services, viewer, params, query, locale }) => {
    const parameters = { ...params, type: query.type, page: parsePageNumber(query.page) };
    return { body: requireFound(await listOwnItems(services, viewer, parameters, locale)) };
  }),
];
