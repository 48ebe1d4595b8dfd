import { type Static, Type } from "typebox";
import {
  CommunityInPath,
  CommunitySlug,
  communityEndpointPath,
  RecommendedMembers,
} from "../communities.ts";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, PageQuery, Pager } from "../shapes.ts";

export const communityMembersPerPage = 20;

/** A member of a community, and the relation to the viewer. */
export const CommunityMember = defineObject({
  toibako_id: Type.String(),
  account: Type.String(),
  displaying_name: Type.String(),
  icon_uri: Type.String(),
  self_introduction: Type.String(),
  is_self: Type.Boolean(),
});

export type CommunityMember = Static<typeof CommunityMember>;

const Members = {
  users: Type.Array(CommunityMember, { maxItems: communityMembersPerPage }),
  pager: Pager,
};

/** Recommended members of several communities, three of each. `community_ids` are joined by commas. */
export const listMembersOfCommunities = defineEndpoint({
  name: "listMembersOfCommunities",
  summary: "Recommended members of several communities",
  method: "GET",
  path: "/api/v2/me/communities/users",
  caller: "user",
  query: defineObject({ community_ids: Type.String({ default: "", maxLength: 1_000 }) }),
  response: {
    200: defineObject({
      communities: Type.Array(
        defineObject({
          id: CommunitySlug,
          recommended_members: RecommendedMembers,
        }),
        { maxItems: 20 },
      ),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** All members of a community, the latest first. */
export const listCommunityMembers = defineEndpoint({
  name: "listCommunityMembers",
  summary: "Members of a community",
  method: "GET",
  path: `${communityEndpointPath}/users`,
  caller: "anyone",
  params: CommunityInPath,
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject(Members) },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/** Members that the caller doesn't follow, by the number of their answers there in the last 30 days. */
export const listRecommendedMembers = defineEndpoint({
  name: "listRecommendedMembers",
  summary: "Members of a community to follow",
  method: "GET",
  path: `${communityEndpointPath}/users/recommended`,
  caller: "user",
  params: CommunityInPath,
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject(Members) },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(120),
});

/**
 * Members who follow the caller. `is_link_needed`: the caller has neither followers nor a linked
 * account at X, so the page suggests linking X.
 */
export const listFollowingMembers = defineEndpoint({
  name: "listFollowingMembers",
  summary: "Members of a community who follow the signed-in account",
  method: "GET",
  path: "/api/v2/me/followers/communities/:category_id/:community_id",
  caller: "user",
  params: CommunityInPath,
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ ...Members, is_link_needed: Type.Boolean() }) },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(120),
});
