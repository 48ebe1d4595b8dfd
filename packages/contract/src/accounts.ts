import { type Static, Type } from "typebox";
import { cardThemes } from "./cards.ts";
import { defineEndpoint } from "./endpoint.ts";
import { mlFilters } from "./filters.ts";
import { handlePattern } from "./handles.ts";
import { closed, Locale, Nothing, Pager } from "./shapes.ts";
import { textLimits } from "./text.ts";

/** The networks by which one can sign in or which one can link, by their one name on the wire. */
export const providers = ["twitter", "facebook", "google", "kakao", "weibo", "instagram"] as const;
export type Provider = (typeof providers)[number];

/** These are linked to an account that is there already; nobody signs in by them. */
export const linkOnlyProviders: readonly Provider[] = ["instagram"];

/** The person who is signed in, as they see themself. */
export const CurrentUser = closed({
  id: Type.String(),
  account: Type.String(),
  toibako_id: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.Union([Type.String(), Type.Null()]),
  self_introduction: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  locale: Locale,
  time_zone: Type.String(),
  is_show_sensitive_content: Type.Boolean(),
  is_receive_baton: Type.Boolean(),
  is_batch_answer_to_stamp: Type.Boolean(),
  use_ngword_filter: Type.Boolean(),
  ml_filter: Type.Enum([...mlFilters]),
  card_theme: Type.Enum([...cardThemes]),
  /** Which networks are linked. */
  provider: Type.Array(Type.Enum([...providers])),
  is_auto_recruit: Type.Boolean(),
  is_auto_message_recruit: Type.Boolean(),
  unread_questions_count: Type.Integer(),
  unread_answers_count: Type.Integer(),
});
export type CurrentUser = Static<typeof CurrentUser>;

/** Passwords: 8 to 200 characters, any of them. */
export const Password = Type.String({ minLength: 8, maxLength: 200 });

export const Email = Type.String({ format: "email", maxLength: 254 });

/** How long a name may be on the wire, before its characters are counted. */
const nameCodeUnits = 1_000;

/** Makes an account by own id and signs it in on this browser. */
export const register = defineEndpoint({
  name: "register",
  summary: "Create an account by handle and password and sign in",
  method: "POST",
  path: "/acc/regist",
  caller: "anyone",
  body: closed({
    account: Type.String({ pattern: handlePattern }),
    password: Password,
    displaying_name: Type.Optional(Type.String({ maxLength: nameCodeUnits })),
    email: Type.Optional(Email),
    locale: Locale,
  }),
  response: { 201: closed({ user: CurrentUser }) },
  errors: ["invalid_fields", "key_reused", "bad_token", "foreign_origin"],
  limits: [{ key: "address", figure: 20, seconds: 3600, when_unreachable: "closed" }],
});

/** Signs in; a wrong handle and a wrong password answer alike. */
export const login = defineEndpoint({
  name: "login",
  summary: "Sign in by handle and password",
  method: "POST",
  path: "/acc/login",
  caller: "anyone",
  body: closed({
    account: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: { 200: closed({ user: CurrentUser }) },
  errors: ["invalid_fields", "wrong_credentials", "bad_token", "foreign_origin"],
  limits: [{ key: "address", figure: 30, seconds: 900, when_unreachable: "closed" }],
});

/** Signs the active account out of this browser. */
export const logout = defineEndpoint({
  name: "logout",
  summary: "Sign the active account out",
  method: "DELETE",
  path: "/acc/session",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
});

/** 200 with the user when signed in, 202 when not: the client decides by that status. */
export const getCurrentUser = defineEndpoint({
  name: "getCurrentUser",
  summary: "The signed-in user, or 202",
  method: "GET",
  path: "/api/v2/users/me",
  caller: "anyone",
  response: { 200: closed({ user: CurrentUser }), 202: Nothing },
  errors: [],
});

/** What the shell's badges count; for a visitor only the answers to their own questions. */
export const getUnreadCounts = defineEndpoint({
  name: "getUnreadCounts",
  summary: "Unread counts of the active account",
  method: "GET",
  path: "/api/v2/me/unread_counts",
  caller: "anyone",
  response: {
    200: closed({
      send_items: Type.Integer({ minimum: 0 }),
      received_items: Type.Integer({ minimum: 0 }),
      messages: Type.Integer({ minimum: 0 }),
      notices: Type.Integer({ minimum: 0 }),
    }),
  },
  errors: [],
});

const ProviderInPath = closed({ provider: Type.Enum([...providers]) });

/**
 * Starts signing in by a network, or linking it (`link=1`) to the signed-in account, and leads there.
 * A form of a page sends it. `mal=1`, adding the account beside those of this browser, is taken and
 * not yet heeded.
 */
export const startSocialLogin = defineEndpoint({
  name: "startSocialLogin",
  summary: "Go to a network to sign in or to link it",
  method: "POST",
  path: "/auth/:provider",
  caller: "anyone",
  params: ProviderInPath,
  query: closed({ mal: Type.Optional(Type.String({ maxLength: 1 })) }),
  form: closed({
    authenticity_token: Type.Optional(Type.String({ maxLength: 100 })),
    locale: Type.Optional(Locale),
    link: Type.Optional(Type.Enum(["1"])),
    /** A path of this site to go on to. */
    next: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  response: { 303: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: [{ key: "address", figure: 30, seconds: 900, when_unreachable: "closed" }],
});

/** The network leads back here; what it adds to the address is its own business. */
export const finishSocialLogin = defineEndpoint({
  name: "finishSocialLogin",
  summary: "Come back from a network",
  method: "GET",
  path: "/auth/:provider/callback",
  caller: "anyone",
  params: ProviderInPath,
  response: { 303: Type.Null() },
  errors: [],
  limits: [{ key: "address", figure: 60, seconds: 900, when_unreachable: "closed" }],
});

export const Identity = closed({
  provider: Type.Enum([...providers]),
  /** How the network calls the person. */
  nickname: Type.String(),
  /** The last way to sign in has to stay. */
  may_unlink: Type.Boolean(),
});
export type Identity = Static<typeof Identity>;

/** The linked networks of the signed-in account; few, so one page holds them all. */
export const listIdentities = defineEndpoint({
  name: "listIdentities",
  summary: "Linked networks of the active account",
  method: "GET",
  path: "/api/v2/me/identities",
  caller: "user",
  response: { 200: closed({ identities: Type.Array(Identity), pager: Pager }) },
  errors: ["sign_in_needed"],
});

export const deleteIdentity = defineEndpoint({
  name: "deleteIdentity",
  summary: "Unlink a network",
  method: "DELETE",
  path: "/api/v2/me/identities/:provider",
  caller: "user",
  params: ProviderInPath,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "refused", "bad_token", "foreign_origin"],
});

export const displayingNameLimit = textLimits.displaying_name;
