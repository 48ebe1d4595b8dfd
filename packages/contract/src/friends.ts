import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath, PageQuery, Pager } from "./shapes.ts";

export const friendsPerPage = 20;

/** To how many friends one question may be passed on. */
export const batonLimit = 3;

/** Somebody in a list of people, and how the viewer stands to them. */
export const Person = closed({
  account: Type.String(),
  toibako_id: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.Union([Type.String(), Type.Null()]),
  self_introduction: Type.String(),
  is_self: Type.Boolean(),
  /** The viewer follows them. */
  is_friend: Type.Boolean(),
  /** They follow the viewer. */
  is_follower: Type.Boolean(),
});
export type Person = Static<typeof Person>;

const AccountInPath = closed({ account: IdInPath });
const People = closed({ users: Type.Array(Person), pager: Pager });

const followErrors = [
  "sign_in_needed",
  "forbidden",
  "not_found",
  "bad_token",
  "foreign_origin",
] as const;

/** How the caller stands to an account after a call. */
const Standing = closed({
  account: Type.String(),
  is_friend: Type.Boolean(),
  followers_count: Type.Integer({ minimum: 0 }),
});

/** Follows an account; who is followed already stays so. Oneself and the blocked can't be followed. */
export const postFollow = defineEndpoint({
  name: "postFollow",
  summary: "Follow an account",
  method: "POST",
  path: "/api/v2/me/follows/:account",
  caller: "user",
  params: AccountInPath,
  response: { 200: Standing },
  errors: followErrors,
  limits: [{ key: "user", figure: 200, seconds: 3600, when_unreachable: "open" }],
});

export const deleteFollow = defineEndpoint({
  name: "deleteFollow",
  summary: "Follow an account no more",
  method: "DELETE",
  path: "/api/v2/me/follows/:account",
  caller: "user",
  params: AccountInPath,
  response: { 200: Standing },
  errors: followErrors,
});

/** Whom the signed-in account follows, the latest first; 20 a page. */
export const listFriends = defineEndpoint({
  name: "listFriends",
  summary: "Friends of the active account",
  method: "GET",
  path: "/api/v2/me/friends",
  caller: "user",
  query: closed({ page: PageQuery }),
  response: { 200: closed({ friends: Type.Array(Person), pager: Pager }) },
  errors: ["sign_in_needed"],
});

export const listFollows = defineEndpoint({
  name: "listFollows",
  summary: "Whom an account follows",
  method: "GET",
  path: "/api/v2/users/:account/follows",
  caller: "anyone",
  params: AccountInPath,
  query: closed({ page: PageQuery }),
  response: { 200: People },
  errors: ["not_found"],
});

export const listFollowers = defineEndpoint({
  name: "listFollowers",
  summary: "Who follows an account",
  method: "GET",
  path: "/api/v2/users/:account/followers",
  caller: "anyone",
  params: AccountInPath,
  query: closed({ page: PageQuery }),
  response: { 200: People },
  errors: ["not_found"],
});

/** A friend who receives batons. */
export const BatonFriend = closed({
  account: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.Union([Type.String(), Type.Null()]),
  /** They were passed this question before. */
  is_passed: Type.Boolean(),
});
export type BatonFriend = Static<typeof BatonFriend>;

/** To how many more friends the question may be passed. */
const Left = Type.Integer({ minimum: 0, maximum: batonLimit });

/** Friends to whom an answered question can be passed; for its answerer alone. */
export const getBaton = defineEndpoint({
  name: "getBaton",
  summary: "Friends to whom a question can be passed on",
  method: "GET",
  path: "/api/v2/questions/:id/baton",
  caller: "user",
  params: closed({ id: IdInPath }),
  query: closed({ page: PageQuery }),
  response: { 200: closed({ friends: Type.Array(BatonFriend), left: Left, pager: Pager }) },
  errors: ["sign_in_needed", "forbidden", "not_found"],
});

/**
 * Passes an answered question on to friends who receive batons, three in all. They get it as a new
 * question that is marked; who asked first and who passed it on is not told. Naming somebody again
 * changes nothing.
 */
export const postBaton = defineEndpoint({
  name: "postBaton",
  summary: "Pass an answered question on to friends",
  method: "POST",
  path: "/api/v2/questions/:id/baton",
  caller: "user",
  params: closed({ id: IdInPath }),
  body: closed({
    accounts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
  response: { 200: closed({ accounts: Type.Array(Type.String()), left: Left }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "forbidden",
    "not_found",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", figure: 60, seconds: 3600, when_unreachable: "closed" }],
});
