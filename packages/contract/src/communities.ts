import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, PageQuery, Pager } from "./shapes.ts";

/**
 * The number of communities that one account can be a member of. The column
 * `community_members.place` has a check of the same number (`membership.test.ts` compares them), so
 * changing it needs a migration. Texts name the number: the server's `communities_full`, the
 * catalogs of communities and onboarding, the pages `guide` and `faq`, `features.md` and the glossary
 * ("place"). The demo (`demo/commands/communities.ts`) makes each account a member of that many.
 */
export const maxJoinedCommunities = 3;

export const communitiesPerPage = 50;

/** How many communities the lists of samples have; see "samples" in the glossary. */
export const sampleCommunitiesCount = 10;

/** The progress in the tutorial of communities: the slide seen last, or whether it was finished. */
export const communityTutorialStatuses = [
  "community_tutorial_not_started",
  "community_tutorial_first_step",
  "community_tutorial_second_step",
  "community_tutorial_third_step",
  "community_tutorial_fourth_step",
  "community_tutorial_fifth_step",
  "community_tutorial_finished",
] as const;

export type CommunityTutorialStatus = (typeof communityTutorialStatuses)[number];

const CommunityTutorial = defineObject({
  community_tutorial_status: Type.Enum([...communityTutorialStatuses]),
});

/** The id of a community or a category, which addresses contain: a short word that never changes. */
export const CommunitySlug = Type.String({ pattern: "^[a-z0-9][a-z0-9-]*$", maxLength: 40 });

/** What a question or an answer shows of its community. The name is in the language of the request. */
export const AssociatedCommunity = defineObject({
  id: CommunitySlug,
  category_id: CommunitySlug,
  name: Type.String(),
  is_popular: Type.Boolean(),
});

export type AssociatedCommunity = Static<typeof AssociatedCommunity>;

/** How many members a community names for its card. */
export const membersPerCard = 3;

/** Members of a community whom the caller doesn't follow, those with most answers of the last 30 days first. */
export const RecommendedMembers = Type.Array(
  defineObject({ icon_uri: Type.String(), displaying_name: Type.String() }),
  { maxItems: membersPerCard },
);

/**
 * A community. `questions_count` and `is_popular` are those of the request's language,
 * `members_count` is that of all languages. `is_joined` and `is_muted` are false for visitors.
 */
export const Community = defineObject({
  ...AssociatedCommunity.properties,
  category_name: Type.String(),
  description: Type.String(),
  icon_uri: Type.String(),
  main_image_uri: Type.String(),
  members_count: Type.Integer({ minimum: 0 }),
  questions_count: Type.Integer({ minimum: 0 }),
  recommended_members: RecommendedMembers,
  is_joined: Type.Boolean(),
  is_muted: Type.Boolean(),
});

export type Community = Static<typeof Community>;

const Communities = defineObject({
  communities: Type.Array(Community, { maxItems: communitiesPerPage }),
  pager: Pager,
});

export const CommunityInPath = defineObject({ category_id: IdInput, community_id: IdInput });

export const communityWriteErrors = [
  "sign_in_needed",
  "invalid_fields",
  "not_found",
  "bad_token",
  "foreign_origin",
] as const;

export const communityEndpointPath = "/api/v2/communities/:category_id/:community_id" as const;

export const ownCommunityEndpointPath =
  "/api/v2/me/communities/:category_id/:community_id" as const;

/**
 * All communities, or those whose name or description contains `query` in any spelling; those with most
 * members first, 50 a page.
 */
export const listCommunities = defineEndpoint({
  name: "listCommunities",
  summary: "Communities, found by name and description",
  method: "GET",
  path: "/api/v2/communities",
  caller: "anyone",
  query: defineObject({ query: Type.String({ default: "", maxLength: 200 }), page: PageQuery }),
  response: { 200: Communities },
  errors: [],
  limits: limitCalls(120),
});

/**
 * The communities that the signed-in account has joined, in the order of joining, and how many it
 * may still join.
 */
export const listJoinedCommunities = defineEndpoint({
  name: "listJoinedCommunities",
  summary: "Communities of the signed-in account",
  method: "GET",
  path: "/api/v2/me/communities",
  caller: "user",
  response: {
    200: defineObject({
      communities: Type.Array(Community, { maxItems: maxJoinedCommunities }),
      remaining: Type.Integer({ minimum: 0, maximum: maxJoinedCommunities }),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** The communities that the signed-in account has not joined, in the order of `listCommunities`. */
export const listOtherCommunities = defineEndpoint({
  name: "listOtherCommunities",
  summary: "Communities that the signed-in account has not joined",
  method: "GET",
  path: "/api/v2/me/communities/exclude",
  caller: "user",
  query: defineObject({ page: PageQuery }),
  response: { 200: Communities },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Whether the page that suggests communities should open now. It opens once, for an account that
 * has answered three questions and is in no community.
 */
export const getCommunitySuggestions = defineEndpoint({
  name: "getCommunitySuggestions",
  summary: "Whether to suggest communities to the signed-in account",
  method: "GET",
  path: "/api/v2/me/communities/suggestions",
  caller: "user",
  response: { 200: defineObject({ is_due: Type.Boolean() }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Stores that the account has seen the page that suggests communities. */
export const putCommunitySuggestions = defineEndpoint({
  name: "putCommunitySuggestions",
  summary: "Store that communities were suggested",
  method: "PUT",
  path: "/api/v2/me/communities/suggestions",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** The 10 communities with most members. */
export const listSampleCommunities = defineEndpoint({
  name: "listSampleCommunities",
  summary: "The communities with most members",
  method: "GET",
  path: "/api/v2/communities/samples",
  caller: "anyone",
  response: {
    200: defineObject({ communities: Type.Array(Community, { maxItems: sampleCommunitiesCount }) }),
  },
  errors: [],
  limits: limitCalls(120),
});

export const getCommunity = defineEndpoint({
  name: "getCommunity",
  summary: "A community with its rules",
  method: "GET",
  path: communityEndpointPath,
  caller: "anyone",
  params: CommunityInPath,
  response: { 200: defineObject({ community: Community, rules: Type.String() }) },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/**
 * Up to five other communities that the viewer has neither joined nor muted: first those of the same
 * category, then those with common members.
 */
export const listRecommendedCommunities = defineEndpoint({
  name: "listRecommendedCommunities",
  summary: "Communities similar to one",
  method: "GET",
  path: `${communityEndpointPath}/recommended`,
  caller: "anyone",
  params: CommunityInPath,
  response: { 200: defineObject({ communities: Type.Array(Community, { maxItems: 5 }) }) },
  errors: ["not_found"],
  limits: limitCalls(120),
});

const Membership = defineObject({
  community: Community,
  remaining: Type.Integer({ minimum: 0, maximum: maxJoinedCommunities }),
});

/** Joins a community; joining again changes nothing, a fourth community is refused. */
export const joinCommunity = defineEndpoint({
  name: "joinCommunity",
  summary: "Join a community",
  method: "POST",
  path: `${ownCommunityEndpointPath}/users`,
  caller: "user",
  reaches_others: true,
  params: CommunityInPath,
  response: { 200: Membership },
  errors: [...communityWriteErrors, "communities_full"],
  limits: [{ key: "user", max: 60, seconds: 600, on_store_error: "allow" }],
});

/** Leaves a community; leaving one that was not joined changes nothing. */
export const leaveCommunity = defineEndpoint({
  name: "leaveCommunity",
  summary: "Leave a community",
  method: "DELETE",
  path: `${ownCommunityEndpointPath}/users`,
  caller: "user",
  params: CommunityInPath,
  response: { 200: Membership },
  errors: communityWriteErrors,
  limits: limitCalls(60),
});

/**
 * Joins these communities in addition to those already joined. Joins none of them if the account would
 * then have more than `maxJoinedCommunities`.
 */
export const joinCommunities = defineEndpoint({
  name: "joinCommunities",
  summary: "Join the chosen communities",
  method: "PUT",
  path: "/api/v2/me/communities/users",
  caller: "user",
  reaches_others: true,
  // Accepts more than may be joined, so that the refusal is `communities_full` with its own text.
  body: defineObject({ community_ids: Type.Array(IdInput, { minItems: 1, maxItems: 20 }) }),
  response: { 200: listJoinedCommunities.response[200] },
  errors: [...communityWriteErrors, "communities_full"],
  limits: [{ key: "user", max: 60, seconds: 600, on_store_error: "allow" }],
});

const Mute = defineObject({ is_muted: Type.Boolean() });

/** Mutes a community for the caller: it sends them no daily question and is not recommended to them. */
export const muteCommunity = defineEndpoint({
  name: "muteCommunity",
  summary: "Mute or unmute a community",
  method: "PUT",
  path: `${ownCommunityEndpointPath}/mute`,
  caller: "user",
  params: CommunityInPath,
  body: Mute,
  response: { 200: Mute },
  errors: communityWriteErrors,
  limits: limitCalls(60),
});

/** Posts on X that one participates in a community. */
export const shareCommunity = defineEndpoint({
  name: "shareCommunity",
  summary: "Post on X that one is a member",
  method: "PUT",
  path: `${ownCommunityEndpointPath}/share`,
  caller: "user",
  reaches_others: true,
  params: CommunityInPath,
  query: defineObject({ provider: Type.Literal("twitter") }),
  response: { 204: Type.Null() },
  errors: [...communityWriteErrors, "refused", "overloaded"],
  limits: [{ key: "user", max: 10, seconds: 3600, on_store_error: "refuse" }],
});

/** Saves which slide of the tutorial was seen last; the progress never goes back. */
export const putCommunityTutorial = defineEndpoint({
  name: "putCommunityTutorial",
  summary: "Save the progress in the tutorial of communities",
  method: "PUT",
  path: "/api/v2/me/communities/tutorial",
  caller: "user",
  body: CommunityTutorial,
  response: { 200: CommunityTutorial },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
