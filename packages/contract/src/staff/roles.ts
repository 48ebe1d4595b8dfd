import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls, roles } from "../endpoint.ts";
import { defineObject, IdInput, Timestamp } from "../shapes.ts";
import { staffErrors, staffWriteErrors } from "./console.ts";
import { reasonLimit } from "./people.ts";

/** Accounts of staff that the list shows at most. */
export const maxStaff = 500;

export const StaffMember = defineObject({
  account: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  role: Type.Enum([...roles]),
  /** Whether the account has an authenticator app or a passkey, without which it can't enter the console. */
  has_second_factor: Type.Boolean(),
  is_self: Type.Boolean(),
});
export type StaffMember = Static<typeof StaffMember>;

/** The accounts of staff, admins first. */
export const listStaff = defineEndpoint({
  name: "listStaff",
  summary: "The accounts of staff",
  method: "GET",
  path: "/api/v2/adm/staff",
  caller: "admin",
  response: { 200: defineObject({ staff: Type.Array(StaffMember), has_more: Type.Boolean() }) },
  errors: staffErrors,
  limits: limitCalls(120),
});

/**
 * Gives an account a role, or takes it (null). Its console closes and the cases that it holds are free. Nobody changes
 * their own role, so there is always an admin.
 */
export const putRole = defineEndpoint({
  name: "putRole",
  summary: "Give or take a role",
  method: "PUT",
  path: "/api/v2/adm/staff/:account",
  caller: "admin",
  params: defineObject({ account: IdInput }),
  body: defineObject({
    role: Type.Union([Type.Enum([...roles]), Type.Null()]),
    reason: Type.String({ maxLength: reasonLimit * 10 }),
  }),
  response: { 204: Type.Null() },
  errors: [...staffWriteErrors, "refused"],
  limits: limitCalls(60),
});

export const auditEntriesPerPage = 50;

export const AuditEntry = defineObject({
  number: Type.Integer(),
  /** The handle of the account of staff; null if it is gone. */
  actor: Type.Union([Type.String(), Type.Null()]),
  /** Such as `case.open`. */
  action: Type.String(),
  /** The kind and the id of what was acted on, such as `case 1b9d6bcd`. */
  object: Type.String(),
  /** The handle, if the object is an account that still exists. */
  object_account: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  happened_hour: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** The audit log, the newest first. */
export const listAudit = defineEndpoint({
  name: "listAudit",
  summary: "The audit log",
  method: "GET",
  path: "/api/v2/adm/audit",
  caller: "admin",
  query: defineObject({
    action: Type.Optional(IdInput),
    /** A handle. */
    actor: Type.Optional(IdInput),
    /** The number of the last entry of the page before. */
    before: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,14}$" })),
  }),
  response: {
    200: defineObject({
      entries: Type.Array(AuditEntry),
      has_more: Type.Boolean(),
      /** Every action that the log contains. */
      actions: Type.Array(Type.String()),
    }),
  },
  errors: [...staffErrors, "invalid_fields"],
  limits: limitCalls(120),
});
