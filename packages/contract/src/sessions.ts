import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, Locale, PublicId, Timestamp } from "./shapes.ts";

/**
 * Maximum number of accounts that are signed in on one browser at once. Another number also needs a migration
 * of the check constraint on `sessions.slot`, and other texts `accounts_full` of the server and
 * `accounts.full` of the web.
 */
export const maxAccountsOfBrowser = 5;

/** The query of all sign-in endpoints: `mal=1` adds the account to those of the browser. */
export const SignInQuery = defineObject({ mal: Type.Optional(Type.String({ maxLength: 1 })) });

/** The CSRF token as a field of an HTML form. */
export const FormToken = Type.Optional(Type.String({ maxLength: 100 }));

/**
 * The id of the account that a page shows, empty for a visitor. Calls send it in this header and
 * forms in the field `page_account`; the server refuses them if another account is active. It
 * accepts the handle as well.
 */
export const pageAccountHeader = "X-Account";
export const PageAccount = Type.Optional(Type.String({ maxLength: 64 }));

export const BrowserAccount = defineObject({
  user_id: PublicId,
  account: Type.String(),
  name: Type.String(),
  icon_url: Type.String(),
  is_current: Type.Boolean(),
  /** Whether the account has unread questions, answers or notices. */
  has_unread: Type.Boolean(),
});
export type BrowserAccount = Static<typeof BrowserAccount>;

/** The accounts of this browser in the order of their slots, which is usually that of signing in. */
export const listBrowserAccounts = defineEndpoint({
  name: "listBrowserAccounts",
  summary: "Accounts that are signed in on this browser",
  method: "GET",
  path: "/api/v2/me/accounts",
  caller: "user",
  serves_stale_tabs: true,
  response: {
    200: defineObject({
      accounts: Type.Array(BrowserAccount),
      /** The CSRF token of the current session, for a page that was rendered for another session. */
      authenticity_token: Type.String(),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

const AccountInPath = defineObject({ user_id: IdInput });

/** Signs one account out of this browser. For the current account, it does the same as `logout`. */
export const deleteBrowserAccount = defineEndpoint({
  name: "deleteBrowserAccount",
  summary: "Sign one account out of this browser",
  method: "DELETE",
  path: "/api/v2/me/accounts/:user_id",
  caller: "user",
  params: AccountInPath,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Makes another account of this browser the active one. Sent by an HTML form. */
export const switchAccount = defineEndpoint({
  name: "switchAccount",
  is_navigation: true,
  summary: "Switch to another account of this browser",
  method: "PATCH",
  path: "/me/accounts/switches/:user_id",
  caller: "user",
  serves_stale_tabs: true,
  params: AccountInPath,
  form: defineObject({ authenticity_token: FormToken, locale: Type.Optional(Locale) }),
  response: { 303: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** `switchAccount` for HTML forms, which can't send PATCH. */
export const postAccountSwitch = defineEndpoint({
  ...switchAccount,
  name: "postAccountSwitch",
  summary: "Switch to another account of this browser with an HTML form",
  method: "POST",
  form: defineObject({
    ...switchAccount.form.properties,
    _method: Type.Optional(Type.Enum(["patch"])),
  }),
  counts_as: switchAccount.name,
});

export const Session = defineObject({
  id: PublicId,
  /** The browser and its system, such as "Firefox" and "Android"; null if they are unknown. */
  browser_name: Type.Union([Type.String(), Type.Null()]),
  system_name: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
  formatted_created_on: Type.String(),
  /** The hour in which the session was last used. */
  used_hour: Timestamp,
  formatted_used_hour: Type.String(),
  is_current: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** The sessions of the account on all browsers: the current one, then by last use. At most 100. */
export const listSessions = defineEndpoint({
  name: "listSessions",
  summary: "Where the account is signed in",
  method: "GET",
  path: "/api/v2/me/sessions",
  caller: "user",
  response: { 200: defineObject({ sessions: Type.Array(Session) }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Signs the account out of one browser. For the current session, it does the same as `logout`. */
export const deleteSession = defineEndpoint({
  name: "deleteSession",
  summary: "Sign the account out of one browser",
  method: "DELETE",
  path: "/api/v2/me/sessions/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(30),
});

/** Signs the account out of all other browsers. */
export const deleteOtherSessions = defineEndpoint({
  name: "deleteOtherSessions",
  summary: "Sign the account out of all other browsers",
  method: "DELETE",
  path: "/api/v2/me/sessions",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(30),
});
