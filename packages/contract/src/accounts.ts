import { type Static, Type } from "typebox";
import { avatars } from "./avatars.ts";
import { CardTheme } from "./cards.ts";
import { communityTutorialStatuses } from "./communities.ts";
import { timeZoneLength } from "./dates.ts";
import { maxEmailLength } from "./email-addresses.ts";
import { defineEndpoint, limitCalls, roles } from "./endpoint.ts";
import { mlFilters } from "./filters.ts";
import { handlePattern } from "./handles.ts";
import { maxUnreadMessages } from "./messages.ts";
import { FormToken, PageAccount, SignInQuery } from "./sessions.ts";
import { defineObject, EmptyObject, Locale, Pager, PublicId, Timestamp } from "./shapes.ts";

/** The providers for signing in or linking, by their names on the wire. */
export const providers = ["twitter", "facebook", "google", "kakao", "weibo", "instagram"] as const;
export type Provider = (typeof providers)[number];

/** Providers that can be linked to an account but not used to sign in. */
export const linkOnlyProviders: readonly Provider[] = ["instagram"];

/** Providers that visitors can sign in with, but that can't add a further account to a browser. */
export const visitorOnlyProviders: readonly Provider[] = ["weibo"];

export const genderTypes = ["unknown", "female", "male", "other"] as const;
export type GenderType = (typeof genderTypes)[number];

export const BirthdayParts = defineObject({
  year: Type.Integer(),
  month: Type.Integer(),
  day: Type.Integer(),
});

/** The signed-in user, with the settings that only the user sees. */
export const CurrentUser = defineObject({
  id: Type.String(),
  /** The handle. `toibako_id` is the same, under the specification's second name. */
  account: Type.String(),
  toibako_id: Type.String(),
  /** When the handle can be changed again; null if it can be changed now. */
  account_changeable_at: Type.Union([Timestamp, Type.Null()]),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  /** The drawing at `icon_url`; null if it is another picture. */
  avatar: Type.Union([Type.Enum([...avatars]), Type.Null()]),
  self_introduction: Type.String(),
  /** The address that was entered last; it is confirmed if it equals `confirmed_email`. */
  email: Type.Union([Type.String(), Type.Null()]),
  /** The address to which mails go, confirmed by a link. */
  confirmed_email: Type.Union([Type.String(), Type.Null()]),
  /** False for an account that signs in with providers only. */
  has_password: Type.Boolean(),
  locale: Locale,
  time_zone: Type.String(),
  /** Whether the account sees sensitive questions. */
  is_show_sensitive_content: Type.Boolean(),
  /** Whether the account gets questions that others pass on. */
  is_receive_baton: Type.Boolean(),
  /** Whether one answer answers all unread questions with the same stamp. */
  is_batch_answer_to_stamp: Type.Boolean(),
  /** Whether the inbox gets a question of one's communities, at most one a day. */
  is_receive_community_question: Type.Boolean(),
  /** Whether others find the account by its handle or name. */
  is_findable: Type.Boolean(),
  community_tutorial_status: Type.Enum([...communityTutorialStatuses]),
  community_tutorial_has_not_began_yet: Type.Boolean(),
  /** Whether the site's word lists hold questions, for accounts in other languages than Japanese. */
  use_ngword_filter: Type.Boolean(),
  /** How strict the classifier is, for accounts in Japanese; `none` switches off the word lists as well. */
  ml_filter: Type.Enum([...mlFilters]),
  card_theme: CardTheme,
  /** Whether the account accepts messages of others. */
  is_receive_dm: Type.Boolean(),
  /** Whether the account has accepted the terms of messages. */
  is_message_tos_showed: Type.Boolean(),
  /** Whether every page has a bar about new questions, answers and notices. */
  is_show_display_notify: Type.Boolean(),
  /** Whether the account wants a daily mail about what is new. */
  is_send_email: Type.Boolean(),
  gender_type: Type.Enum([...genderTypes]),
  birthday: Type.Union([BirthdayParts, Type.Null()]),
  /** The number of days since the birthday divided by 365, rounded down; null without a birthday. */
  age: Type.Union([Type.Integer(), Type.Null()]),
  /** Whether the account sees no advertising: somebody under 18, or with the plan. */
  is_ad_free: Type.Boolean(),
  /** Whether the account has completed the onboarding. */
  sign_up_complete: Type.Boolean(),
  /** Which providers are linked. */
  provider: Type.Array(Type.Enum([...providers])),
  /** Whether the link to the account's box is posted on X once a week. */
  is_auto_recruit: Type.Boolean(),
  /** Whether `is_auto_recruit` was ever saved. If not, the onboarding proposes to turn it on. */
  has_chosen_auto_recruit: Type.Boolean(),
  /** Whether the link that asks for messages is posted on X once a week. */
  is_auto_message_recruit: Type.Boolean(),
  unread_questions_count: Type.Integer(),
  unread_answers_count: Type.Integer(),
  /** The account's role among the staff; null for everybody else. */
  role: Type.Union([Type.Enum([...roles]), Type.Null()]),
  /** Until when the account is suspended; null if it isn't. */
  suspended_until: Type.Union([Timestamp, Type.Null()]),
});
export type CurrentUser = Static<typeof CurrentUser>;

/** Characters of the shortest password. */
export const minPasswordLength = 8;

const maxPasswordLength = 200;

/** Passwords may have any characters, up to 200 of them. */
export const Password = Type.String({
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
});

export const Email = Type.String({ format: "email", maxLength: maxEmailLength });

/** The browser's time zone; an unknown one is replaced by that of the language. */
const BrowserTimeZone = Type.String({ maxLength: timeZoneLength });

/** Maximum code units of a name in the schema; the handler counts its characters. */
const maxNameCodeUnits = 1_000;
/** The same of a handle. */
const maxHandleCodeUnits = 200;

/**
 * Creates an account by handle and password and signs it in on this browser. While another account is
 * signed in, `mal=1` is required.
 */
export const register = defineEndpoint({
  name: "register",
  summary: "Create an account by handle and password and sign in, unless `OWN_ID` is off",
  method: "POST",
  path: "/acc/regist",
  caller: "anyone",
  query: SignInQuery,
  body: defineObject({
    // The handler checks the pattern of the handle and the shortest password, so that it names their problems together
    // with a handle that is taken.
    account: Type.String({ maxLength: maxHandleCodeUnits, description: handlePattern }),
    password: Type.String({
      maxLength: maxPasswordLength,
      description: `At least ${minPasswordLength} characters`,
    }),
    displaying_name: Type.Optional(Type.String({ maxLength: maxNameCodeUnits })),
    email: Type.Optional(Email),
    locale: Locale,
    time_zone: Type.Optional(BrowserTimeZone),
  }),
  response: { 201: defineObject({ user: CurrentUser }) },
  errors: [
    "invalid_fields",
    "key_reused",
    "not_found",
    "already_signed_in",
    "accounts_full",
    "bad_token",
    "foreign_origin",
  ],
  limits: [
    // Counts every attempt; people may try several handles, because many are taken.
    { key: "address", max: 50, seconds: 900, on_store_error: "refuse" },
    // Counts new accounts only.
    {
      key: "address",
      max: 20,
      seconds: 3600,
      on_store_error: "refuse",
      is_counted_by_handler: true,
    },
  ],
});

/**
 * Minutes of the window in which attempts to sign in are counted. After many attempts, further ones need a
 * proof or must wait.
 */
export const signInWindowMinutes = 15;

/**
 * The next step of a sign-in with the right password or a valid passkey. `enter_code`: the account has
 * a second factor, so `completeLogin` must follow. `return`: the owner has left the account, and this
 * browser may now restore it, see leaving.ts.
 */
export const SignInStep = defineObject({ next_step: Type.Enum(["enter_code", "return"]) });

/**
 * Signs in (200), or returns the next step (202, see `SignInStep`). A wrong handle and a wrong
 * password get the same reply. After several attempts for one handle or from one network, the
 * browser must solve a challenge first; a known browser may make some attempts without a challenge.
 * While another account is signed in, `mal=1` is required, which adds the account to those of the
 * browser.
 */
export const login = defineEndpoint({
  name: "login",
  summary: "Sign in by handle and password, unless `OWN_ID` is off",
  method: "POST",
  path: "/acc/login",
  caller: "anyone",
  query: SignInQuery,
  body: defineObject({
    account: Type.String({ minLength: 1, maxLength: maxEmailLength }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: { 200: defineObject({ user: CurrentUser }), 202: SignInStep },
  errors: [
    "invalid_fields",
    "wrong_credentials",
    "not_found",
    "already_signed_in",
    "accounts_full",
    "proof_needed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "address", max: 600, seconds: 900, on_store_error: "refuse" }],
});

/** Signs the active account out of this browser. The account that was used before it becomes active. */
export const logout = defineEndpoint({
  name: "logout",
  summary: "Sign out",
  method: "DELETE",
  path: "/acc/session",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/**
 * Returns 200 with the user if the caller is signed in, and otherwise 202. Clients distinguish the two by
 * the status.
 */
export const getCurrentUser = defineEndpoint({
  name: "getCurrentUser",
  summary: "The signed-in user, or 202",
  method: "GET",
  path: "/api/v2/users/me",
  caller: "anyone",
  response: { 200: defineObject({ user: CurrentUser }), 202: EmptyObject },
  errors: [],
  limits: limitCalls(300),
});

/** An alias of `getCurrentUser`. */
export const getCurrentUserByFormerPath = defineEndpoint({
  ...getCurrentUser,
  name: "getCurrentUserByFormerPath",
  path: "/api/v1/user",
  counts_as: getCurrentUser.name,
});

const UnreadCounts = defineObject({
  /** Unseen answers to questions that the caller sent. */
  send_items: Type.Integer({ minimum: 0 }),
  received_items: Type.Integer({ minimum: 0 }),
  /** Unread messages of others in viewable talks, and in joined rooms that aren't muted. */
  messages: Type.Integer({ minimum: 0, maximum: maxUnreadMessages }),
  /** The room with the newest of these messages; null if they are in talks only. */
  newest_unread_room: Type.Union([PublicId, Type.Null()]),
  notices: Type.Integer({ minimum: 0 }),
});

/**
 * The cookie by which scripts of pages know that the browser has a visitor cookie, which scripts can't
 * read. It contains nothing else.
 */
export const visitorHintCookie = "__Host-is-visitor";

/** Maximum number of answers whose likes one call of `getVisitorState` reads. */
export const maxVisitorAnswers = 100;

/**
 * Returns which of the shown answers a visitor likes, and the counts of the badges. The visitor's
 * browser adds these to a cached page, which is the same for everybody without a session.
 */
export const getVisitorState = defineEndpoint({
  name: "getVisitorState",
  summary: "What a public page shows a visitor alone: their likes and unread counts",
  method: "GET",
  path: "/api/v2/me/visitor_state",
  caller: "anyone",
  query: defineObject({
    /** Ids of answers, separated by commas; at most `maxVisitorAnswers`. */
    answer_ids: Type.String({
      pattern: `^$|^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,${maxVisitorAnswers - 1}}$`,
    }),
  }),
  response: {
    200: defineObject({
      liked_answer_ids: Type.Array(PublicId),
      unread_counts: UnreadCounts,
    }),
  },
  errors: ["invalid_fields"],
  limits: limitCalls(240),
});

/** The counts of the navigation's badges. A visitor has only the count of unseen answers. */
export const getUnreadCounts = defineEndpoint({
  name: "getUnreadCounts",
  summary: "Unread counts of the caller",
  method: "GET",
  path: "/api/v2/me/unread_counts",
  caller: "anyone",
  response: { 200: UnreadCounts },
  errors: [],
  limits: limitCalls(300),
});

const ProviderInPath = defineObject({ provider: Type.Enum([...providers]) });

/**
 * Starts signing in with a provider, linking it (`link=1`) to the signed-in account, or confirming
 * the identity of that account (`confirm=1`), and redirects to the provider. Sent by an HTML form.
 * While an account is signed in, signing in requires `mal=1`, which adds the account to those of
 * the browser.
 */
export const startSocialLogin = defineEndpoint({
  name: "startSocialLogin",
  is_navigation: true,
  summary: "Go to a provider to sign in or to link it",
  method: "POST",
  path: "/auth/:provider",
  caller: "anyone",
  params: ProviderInPath,
  query: SignInQuery,
  form: defineObject({
    authenticity_token: FormToken,
    page_account: PageAccount,
    locale: Type.Optional(Locale),
    time_zone: Type.Optional(BrowserTimeZone),
    link: Type.Optional(Type.Enum(["1"])),
    confirm: Type.Optional(Type.Enum(["1"])),
    /** A path of this site to redirect to afterwards. */
    next: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  response: { 303: Type.Null() },
  errors: ["sign_in_needed", "already_signed_in", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 30, seconds: 900, on_store_error: "refuse" }],
});

/** The provider's redirect URI; it may have any query parameters. */
export const finishSocialLogin = defineEndpoint({
  name: "finishSocialLogin",
  is_navigation: true,
  summary: "Come back from a provider",
  method: "GET",
  has_effect: true,
  path: "/auth/:provider/callback",
  caller: "anyone",
  params: ProviderInPath,
  response: { 303: Type.Null() },
  errors: ["accounts_full", "wrong_credentials"],
  // Counts only calls by the browser that started the authorization request, because other sites
  // can make a browser send any number of invalid calls.
  limits: [
    {
      key: "address",
      max: 60,
      seconds: 900,
      on_store_error: "refuse",
      is_counted_by_handler: true,
    },
  ],
});

export const Identity = defineObject({
  provider: Type.Enum([...providers]),
  /** The person's name at the provider. */
  nickname: Type.String(),
  /** Whether the provider has named a picture of the person. */
  has_picture: Type.Boolean(),
  /** False if the provider is the account's only way to sign in. */
  may_unlink: Type.Boolean(),
});
export type Identity = Static<typeof Identity>;

/** The linked providers of the signed-in account; few, so one page holds them all. */
export const listIdentities = defineEndpoint({
  name: "listIdentities",
  summary: "Linked providers of the signed-in account",
  method: "GET",
  path: "/api/v2/me/identities",
  caller: "user",
  response: { 200: defineObject({ identities: Type.Array(Identity), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Uses the account's picture at a linked provider as its profile picture. `refused` if the provider
 * has none, or if it can't be fetched. From some providers, the server knows only the picture of the
 * last sign-in.
 */
export const importPicture = defineEndpoint({
  name: "importPicture",
  summary: "Use the picture at a linked provider",
  method: "POST",
  path: "/api/v2/me/identities/:provider/picture",
  caller: "user",
  reaches_others: true,
  params: ProviderInPath,
  response: { 200: defineObject({ user: CurrentUser }) },
  errors: ["sign_in_needed", "not_found", "refused", "overloaded", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

export const deleteIdentity = defineEndpoint({
  name: "deleteIdentity",
  summary: "Unlink a provider",
  method: "DELETE",
  path: "/api/v2/me/identities/:provider",
  caller: "user",
  params: ProviderInPath,
  response: { 204: Type.Null() },
  errors: [
    "sign_in_needed",
    "confirmation_needed",
    "not_found",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: limitCalls(30),
});
