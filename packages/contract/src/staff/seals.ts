import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { afterQuery, defineObject, IdInput, Timestamp } from "../shapes.ts";
import { caseKinds } from "./cases.ts";
import { staffErrors, staffWriteErrors } from "./console.ts";

/** Hours in which a request is decided and, if it was approved, the record read. */
export const sealHours = 72;
/** Minutes for which a page shows a record that was read. */
export const sealReadMinutes = 15;
export const sealsPerPage = 30;
/** Characters of the reason of a request. */
export const sealReasonLimit = 500;

/** `lapsed`: nobody has decided it in time or, after the approval, its asker has not read the record in time. */
const sealStatuses = ["waiting", "approved", "refused", "read", "lapsed"] as const;

const Person = defineObject({ account: Type.String(), displaying_name: Type.String() });

/** A request to open the sealed record of who has sent a question. */
export const SealRequest = defineObject({
  id: Type.String({ format: "uuid" }),
  case_id: Type.String({ format: "uuid" }),
  case_kind: Type.Enum([...caseKinds]),
  reason: Type.String(),
  status: Type.Enum([...sealStatuses]),
  asker: Person,
  /** Null as long as nobody has decided, or if the account is gone. */
  decider: Type.Union([Person, Type.Null()]),
  asked_at: Timestamp,
  /** Until when it may be decided or read. */
  ends_at: Timestamp,
  is_own: Type.Boolean(),
});
export type SealRequest = Static<typeof SealRequest>;

/** All requests, the newest first. */
export const listSeals = defineEndpoint({
  name: "listSeals",
  summary: "Requests to open sealed records",
  method: "GET",
  path: "/api/v2/adm/seals",
  caller: "moderator",
  query: defineObject({
    /** Only those that wait for a decision or for their reading. */
    state: Type.Optional(Type.Enum(["open"])),
    /** Only those of this case. */
    case_id: Type.Optional(IdInput),
    ...afterQuery,
  }),
  response: {
    200: defineObject({ seals: Type.Array(SealRequest), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

const sealParams = defineObject({ id: IdInput });

/** Asks to open the record of a case's question. A repeated call returns the request that waits. */
export const askToOpenSeal = defineEndpoint({
  name: "askToOpenSeal",
  summary: "Ask to open a sealed record",
  method: "POST",
  path: "/api/v2/adm/cases/:id/seals",
  caller: "moderator",
  params: sealParams,
  body: defineObject({ reason: Type.String({ maxLength: sealReasonLimit * 10 }) }),
  response: { 201: defineObject({ seal: SealRequest }) },
  errors: [...staffWriteErrors, "case_changed", "refused"],
  limits: limitCalls(30),
});

/** Approves or refuses a request; nobody decides their own. */
export const decideSeal = defineEndpoint({
  name: "decideSeal",
  summary: "Approve or refuse the opening of a sealed record",
  method: "POST",
  path: "/api/v2/adm/seals/:id/decisions",
  caller: "admin",
  params: sealParams,
  body: defineObject({ is_approved: Type.Boolean() }),
  response: { 200: defineObject({ seal: SealRequest }) },
  errors: [...staffWriteErrors, "case_changed", "refused"],
  limits: limitCalls(60),
});

/** Who has sent a question. */
export const SealedRecord = defineObject({
  /** Null for somebody without an account, and if the account or the record is gone. */
  sender: Type.Union([Person, Type.Null()]),
  kind: Type.Enum(["account", "visitor", "gone"]),
  /** Null after 90 days. */
  address: Type.Union([Type.String(), Type.Null()]),
  shown_until: Timestamp,
});
export type SealedRecord = Static<typeof SealedRecord>;

/**
 * Reads the record of an approved request, once: its asker, as long as they are staff and whoever approved it is an
 * admin.
 */
export const readSeal = defineEndpoint({
  name: "readSeal",
  summary: "Read a sealed record once",
  method: "POST",
  path: "/api/v2/adm/seals/:id/readings",
  caller: "moderator",
  params: sealParams,
  response: { 200: defineObject({ record: SealedRecord }) },
  errors: [...staffErrors, "case_changed", "bad_token", "foreign_origin"],
  limits: limitCalls(30),
});
