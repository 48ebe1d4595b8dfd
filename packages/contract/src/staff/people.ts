import { type Static, Type } from "typebox";
import { BirthdayParts } from "../accounts.ts";
import { defineEndpoint, limitCalls, roles } from "../endpoint.ts";
import { defineObject, IdInput, Locale, Timestamp } from "../shapes.ts";
import { CaseAction, CaseSummary } from "./cases.ts";
import { staffErrors, staffWriteErrors } from "./console.ts";

export const accountsPerPage = 50;
/** Characters of the reason that staff give for what they do to an account. */
export const reasonLimit = 500;

/** How accounts are found: by the beginning of the handle or of the name, or by the confirmed address. */
export const accountSearches = ["handle", "name", "email"] as const;
export type AccountSearch = (typeof accountSearches)[number];

export const AccountSummary = defineObject({
  account: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  role: Type.Union([Type.Enum([...roles]), Type.Null()]),
  /** Null if it isn't suspended. */
  suspended_until: Type.Union([Timestamp, Type.Null()]),
  /** Left accounts can be restored for some days. */
  has_left: Type.Boolean(),
});
export type AccountSummary = Static<typeof AccountSummary>;

/** Finds accounts. The query is in the body, because it may be an address, which no log should contain. */
export const findAccounts = defineEndpoint({
  name: "findAccounts",
  summary: "Find accounts by handle, name or address",
  method: "POST",
  path: "/api/v2/adm/people/searches",
  caller: "moderator",
  body: defineObject({
    by: Type.Enum([...accountSearches]),
    query: Type.String({ maxLength: 300 }),
    /** The handle of the last account of the page before. */
    after: Type.Optional(IdInput),
  }),
  response: {
    200: defineObject({ accounts: Type.Array(AccountSummary), has_more: Type.Boolean() }),
  },
  errors: staffWriteErrors,
  limits: limitCalls(120),
});

/** What staff may see of an account: what is public, its state, and what was decided about it. */
export const StaffAccount = defineObject({
  ...AccountSummary.properties,
  self_introduction: Type.String(),
  locale: Locale,
  /** The day in UTC. */
  created_on: Type.String({ format: "date" }),
  birthday: Type.Union([BirthdayParts, Type.Null()]),
  has_confirmed_email: Type.Boolean(),
  sessions_count: Type.Integer({ minimum: 0 }),
  is_self: Type.Boolean(),
  /** Whether the caller may end its sessions and change its birthday. */
  may_change: Type.Boolean(),
  may_destroy: Type.Boolean(),
  /** The newest 20 cases about it; none about the caller. */
  cases: Type.Array(CaseSummary),
  /** What was decided about it, the newest first; at most 20, and nothing about the caller. */
  actions: Type.Array(CaseAction),
});
export type StaffAccount = Static<typeof StaffAccount>;

const accountParams = defineObject({ account: IdInput });
const Reason = Type.String({ maxLength: reasonLimit * 10 });

/** Opens an account. The look is in the audit log before it is sent. */
export const openAccount = defineEndpoint({
  name: "openAccount",
  summary: "What staff may see of an account",
  method: "POST",
  path: "/api/v2/adm/people/:account/looks",
  caller: "moderator",
  params: accountParams,
  response: { 200: defineObject({ person: StaffAccount }) },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/**
 * Changes the birthday of an account, which its owner can set only once. The account must have asked for it by an inquiry
 * of the topic `account` while it was signed in. Messages are turned off if it is under 18 then.
 */
export const putAccountBirthday = defineEndpoint({
  name: "putAccountBirthday",
  summary: "Change an account's birthday",
  method: "PUT",
  path: "/api/v2/adm/people/:account/birthday",
  caller: "moderator",
  params: accountParams,
  body: defineObject({ birthday: BirthdayParts, inquiry_id: IdInput, reason: Reason }),
  response: { 204: Type.Null() },
  errors: [...staffWriteErrors, "refused"],
  limits: limitCalls(60),
});

/**
 * Opens a case about an account, or joins the open one, with the reason as its note. A repeated call finds the same case.
 * Only admins open cases about staff, and nobody about themselves.
 */
export const openAccountCase = defineEndpoint({
  name: "openAccountCase",
  summary: "Open a case about an account",
  method: "POST",
  path: "/api/v2/adm/people/:account/cases",
  caller: "moderator",
  params: accountParams,
  body: defineObject({ reason: Reason }),
  response: { 201: defineObject({ case_id: Type.String({ format: "uuid" }) }) },
  errors: [...staffWriteErrors, "refused"],
  limits: limitCalls(60),
});

/** Ends all sessions of an account. Only admins end those of other staff. */
export const endAccountSessions = defineEndpoint({
  name: "endAccountSessions",
  summary: "End an account's sessions",
  method: "POST",
  path: "/api/v2/adm/people/:account/session_ends",
  caller: "moderator",
  params: accountParams,
  body: defineObject({ reason: Reason }),
  response: { 204: Type.Null() },
  errors: [...staffWriteErrors, "refused"],
  limits: limitCalls(60),
});

/** Destroys an account as its owner can, at the owner's request. Accounts of staff can't be destroyed so. */
export const destroyAccountByStaff = defineEndpoint({
  name: "destroyAccountByStaff",
  summary: "Destroy an account at its owner's request",
  method: "DELETE",
  path: "/api/v2/adm/people/:account",
  caller: "admin",
  params: accountParams,
  body: defineObject({ reason: Reason }),
  response: { 204: Type.Null() },
  errors: [...staffWriteErrors, "refused", "payment_unavailable"],
  limits: limitCalls(20),
});
