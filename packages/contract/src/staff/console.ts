import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls, roles } from "../endpoint.ts";
import { TypedCode, UsedCredential } from "../factors.ts";
import { defineObject, IdInput, Timestamp } from "../shapes.ts";

/** Minutes without a call of staff after which the console closes. */
export const consoleMinutes = 60;

/** Errors of every endpoint of staff. */
export const staffErrors = ["forbidden", "console_closed"] as const;
/** Errors of every write of staff. */
export const staffWriteErrors = [
  ...staffErrors,
  "invalid_fields",
  "bad_token",
  "foreign_origin",
] as const;

/** Opens the console for the caller's session, by a code of the authenticator app or by a passkey. */
export const enterConsole = defineEndpoint({
  name: "enterConsole",
  summary: "Enter the console of staff with a second factor",
  method: "POST",
  path: "/api/v2/adm/entries",
  caller: "moderator",
  is_console_entry: true,
  body: defineObject({
    code: Type.Optional(TypedCode),
    credential: Type.Optional(UsedCredential),
  }),
  response: { 204: Type.Null() },
  errors: [
    "forbidden",
    "invalid_fields",
    "wrong_code",
    "wrong_passkey",
    "foreign_passkey",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/** Closes the console and gives back the cases that the caller holds. */
export const leaveConsole = defineEndpoint({
  name: "leaveConsole",
  summary: "Leave the console of staff",
  method: "DELETE",
  path: "/api/v2/adm/entries",
  caller: "moderator",
  response: { 204: Type.Null() },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** What waits: how many, and since which hour the oldest; null if none waits. */
const Waiting = defineObject({
  count: Type.Integer({ minimum: 0 }),
  oldest_hour: Type.Union([Timestamp, Type.Null()]),
});

export const Overview = defineObject({
  cases: Waiting,
  appeals: Waiting,
  inquiries: Waiting,
  /** The last 14 days in UTC, the newest last: new accounts, reports, and cases that were decided. */
  days: Type.Array(
    defineObject({
      day: Type.String({ format: "date" }),
      accounts: Type.Integer({ minimum: 0 }),
      reports: Type.Integer({ minimum: 0 }),
      decisions: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type Overview = Static<typeof Overview>;

/** The first screen of the console. */
export const getOverview = defineEndpoint({
  name: "getOverview",
  summary: "What waits for staff",
  method: "GET",
  path: "/api/v2/adm/overview",
  caller: "moderator",
  response: { 200: Overview },
  errors: staffErrors,
  limits: limitCalls(120),
});

/** An account of staff. */
export const StaffMember = defineObject({
  account: Type.String(),
  displaying_name: Type.String(),
  role: Type.Enum([...roles]),
  has_second_factor: Type.Boolean(),
});
export type StaffMember = Static<typeof StaffMember>;

export const listStaff = defineEndpoint({
  name: "listStaff",
  summary: "The accounts of staff",
  method: "GET",
  path: "/api/v2/adm/staff",
  caller: "admin",
  response: { 200: defineObject({ staff: Type.Array(StaffMember) }) },
  errors: staffErrors,
  limits: limitCalls(120),
});

/** Gives a role to an account, or takes it (null). Nobody changes their own. */
export const putRole = defineEndpoint({
  name: "putRole",
  summary: "Give or take a role",
  method: "PUT",
  path: "/api/v2/adm/staff/:account",
  caller: "admin",
  params: defineObject({ account: IdInput }),
  body: defineObject({
    role: Type.Union([Type.Enum([...roles]), Type.Null()]),
    reason: Type.String({ maxLength: 2_000 }),
  }),
  response: { 204: Type.Null() },
  errors: [...staffWriteErrors, "refused"],
  limits: limitCalls(60),
});

/** A row of the audit log. */
export const AuditEntry = defineObject({
  number: Type.Integer(),
  /** Null if the account is gone. */
  actor: Type.Union([Type.String(), Type.Null()]),
  action: Type.String(),
  object: Type.String(),
  reason: Type.String(),
  happened_hour: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const auditEntriesPerPage = 50;

/** The audit log, the newest first; `before` is the number of the last entry of the page before. */
export const listAudit = defineEndpoint({
  name: "listAudit",
  summary: "The audit log",
  method: "GET",
  path: "/api/v2/adm/audit",
  caller: "admin",
  query: defineObject({
    before: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,14}$" })),
    actor: Type.Optional(IdInput),
  }),
  response: {
    200: defineObject({ entries: Type.Array(AuditEntry), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(120),
});
