import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, PageQuery, Pager, positionQuery } from "./shapes.ts";

export const friendsPerPage = 20;

/** The maximum number of friends who can get one question as a baton. */
export const batonLimit = 3;

/** An account in a list, and its relation to the viewer. */
export const Person = defineObject({
  account: Type.String(),
  toibako_id: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  self_introduction: Type.String(),
  is_self: Type.Boolean(),
  /** Whether the viewer follows this account. */
  is_friend: Type.Boolean(),
  /** Whether this account follows the viewer. */
  is_follower: Type.Boolean(),
});
export type Person = Static<typeof Person>;

const AccountInPath = defineObject({ account: IdInput });
const People = defineObject({ users: Type.Array(Person), pager: Pager });

const followErrors = [
  "sign_in_needed",
  "forbidden",
  "not_found",
  "bad_token",
  "foreign_origin",
] as const;

/** The caller's relation to an account after a change. */
const FollowState = defineObject({
  account: Type.String(),
  is_friend: Type.Boolean(),
  followers_count: Type.Integer({ minimum: 0 }),
});

/**
 * Follows an account; repeating it changes nothing. It is refused for one's own account, and if either
 * account blocks the other by name.
 */
export const postFollow = defineEndpoint({
  name: "postFollow",
  summary: "Follow an account",
  method: "POST",
  path: "/api/v2/me/follows/:account",
  caller: "user",
  reaches_others: true,
  params: AccountInPath,
  response: { 200: FollowState },
  errors: followErrors,
  limits: [{ key: "user", max: 200, seconds: 3600, on_store_error: "allow" }],
});

export const deleteFollow = defineEndpoint({
  name: "deleteFollow",
  summary: "Unfollow an account",
  method: "DELETE",
  path: "/api/v2/me/follows/:account",
  caller: "user",
  params: AccountInPath,
  response: { 200: FollowState },
  errors: followErrors,
  limits: [{ key: "user", max: 200, seconds: 3600, on_store_error: "allow" }],
});

/** The accounts that the signed-in account follows, the latest first; 20 a page. */
export const listFriends = defineEndpoint({
  name: "listFriends",
  summary: "Friends of the signed-in account",
  method: "GET",
  path: "/api/v2/me/friends",
  caller: "user",
  query: defineObject({ page: PageQuery, ...positionQuery }),
  response: { 200: defineObject({ friends: Type.Array(Person), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

export const listFollows = defineEndpoint({
  name: "listFollows",
  summary: "Accounts that an account follows",
  method: "GET",
  path: "/api/v2/users/:account/follows",
  caller: "anyone",
  params: AccountInPath,
  query: defineObject({ page: PageQuery, ...positionQuery }),
  response: { 200: People },
  errors: ["not_found"],
  limits: limitCalls(120),
});

export const listFollowers = defineEndpoint({
  name: "listFollowers",
  summary: "Followers of an account",
  method: "GET",
  path: "/api/v2/users/:account/followers",
  caller: "anyone",
  params: AccountInPath,
  query: defineObject({ page: PageQuery, ...positionQuery }),
  response: { 200: People },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/** A friend who receives batons. */
export const BatonFriend = defineObject({
  account: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  /** Whether this question was passed to them before. */
  is_passed: Type.Boolean(),
});
export type BatonFriend = Static<typeof BatonFriend>;

/** The number of friends who may still get the question. */
const RemainingFriends = Type.Integer({ minimum: 0, maximum: batonLimit });

/** Friends who can get an answered question as a baton; only for its answerer. */
export const getBaton = defineEndpoint({
  name: "getBaton",
  summary: "Friends who can get a question as a baton",
  method: "GET",
  path: "/api/v2/questions/:id/baton",
  caller: "user",
  params: defineObject({ id: IdInput }),
  query: defineObject({ page: PageQuery }),
  response: {
    200: defineObject({ friends: Type.Array(BatonFriend), left: RemainingFriends, pager: Pager }),
  },
  errors: ["sign_in_needed", "forbidden", "not_found"],
  limits: limitCalls(120),
});

/**
 * Passes an answered question on to up to three friends who receive batons. They get it as a new
 * question that is marked as a baton. Neither its first sender nor the caller is revealed. Passing it to
 * the same friend again changes nothing.
 */
export const postBaton = defineEndpoint({
  name: "postBaton",
  summary: "Pass an answered question on to friends",
  method: "POST",
  path: "/api/v2/questions/:id/baton",
  caller: "user",
  reaches_others: true,
  params: defineObject({ id: IdInput }),
  body: defineObject({
    accounts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
  response: { 200: defineObject({ accounts: Type.Array(Type.String()), left: RemainingFriends }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "forbidden",
    "not_found",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "refuse" }],
});
