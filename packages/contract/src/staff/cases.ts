import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { afterQuery, defineObject, IdInput, Locale, Timestamp } from "../shapes.ts";
import { staffErrors, staffWriteErrors } from "./console.ts";

/** What a case is about. */
export const caseKinds = [
  "question",
  "community_question",
  "answer",
  "brought_answer",
  "talk",
  "room_message",
  "appeal",
  /** A question to a community that the site's word lists have stopped. */
  "held_question",
  /** A person, because of what their profile says or what they do. */
  "account",
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Why something was reported. `unstated` where the form of the report asks for no reason; `staff` if staff opened the case. */
export const caseReasons = [
  "harassment",
  "sexual",
  "solicitation",
  "self_harm",
  "other",
  "unstated",
  "staff",
] as const;

/**
 * What staff decide. `dismiss`: nothing is wrong. `hide`: the thing is shown to nobody any more. `warn` and `suspend`
 * need an account that the case is about, and hide nothing. `stop_sender` hides the thing, and what its anonymous sender
 * sends in the next `stopDays` days reaches nobody. A held question is let through or refused, an appeal accepted or
 * refused.
 */
export const caseActionKinds = [
  "dismiss",
  "hide",
  "warn",
  "suspend",
  "stop_sender",
  "let_through",
  "refuse_question",
  "accept_appeal",
  "refuse_appeal",
] as const;
export type CaseActionKind = (typeof caseActionKinds)[number];

/** Days after which a stopped sender can send again, unless they are stopped anew. */
export const stopDays = 90;

/** The names of the prepared texts for what a subject is told. */
export const preparedMessages = ["harassment", "sexual", "solicitation", "spam"] as const;

/** Seconds for which a case is held by whoever opened it; an open page renews them. */
export const leaseSeconds = 300;

export const casesPerPage = 50;
/** Characters of what is told to the subject, and of a note. */
export const caseMessageLimit = 1_000;
/** The longest suspension. */
const maxSuspensionDays = 3_650;

/** The account of staff that holds a case now; null if nobody does. */
const Holder = Type.Union([
  defineObject({ account: Type.String(), is_self: Type.Boolean() }),
  Type.Null(),
]);

/** The parts of the score by which open cases are ordered, the largest first. */
const Score = defineObject({
  /** By the gravest reason: 0 to 3. */
  severity: Type.Integer(),
  /** Whether somebody under 18 has reported it. */
  is_of_minor: Type.Boolean(),
  /** Each report adds how often earlier reports of its reporter were right, 0.5 for somebody new. */
  weight: Type.Number(),
  total: Type.Number(),
});

const Person = defineObject({ account: Type.String(), displaying_name: Type.String() });

export const CaseSummary = defineObject({
  id: Type.String({ format: "uuid" }),
  kind: Type.Enum([...caseKinds]),
  /** Null if it is anonymous or gone. */
  subject: Type.Union([Person, Type.Null()]),
  reports_count: Type.Integer({ minimum: 0 }),
  score: Score,
  opened_hour: Timestamp,
  is_open: Type.Boolean(),
  holder: Holder,
  /** The beginning of what was reported. */
  excerpt: Type.String(),
});
export type CaseSummary = Static<typeof CaseSummary>;

/** Open cases in the order of their score, or decided ones, the last decided first. */
export const listCases = defineEndpoint({
  name: "listCases",
  summary: "The queue of cases",
  method: "GET",
  path: "/api/v2/adm/cases",
  caller: "moderator",
  query: defineObject({
    state: Type.Optional(Type.Enum(["open", "decided"])),
    kind: Type.Optional(Type.Enum([...caseKinds])),
    ...afterQuery,
  }),
  response: {
    200: defineObject({ cases: Type.Array(CaseSummary), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** A text of what was reported, such as a question or one message, and what it is. */
const EvidenceText = defineObject({
  role: Type.Enum([
    "question",
    "answer",
    "message",
    "displaying_name",
    "self_introduction",
    "decision",
    "appeal",
  ]),
  text: Type.String(),
  /** False for the texts around it, such as the question of a reported answer. */
  is_reported: Type.Boolean(),
});
export type EvidenceText = Static<typeof EvidenceText>;

const CaseReport = defineObject({
  number: Type.Integer(),
  /** Null for the anonymous starter of a talk. */
  reporter: Type.Union([Person, Type.Null()]),
  reason: Type.Enum([...caseReasons]),
  note: Type.String(),
  reported_hour: Timestamp,
  /** As it was stored when it was reported. */
  texts: Type.Array(EvidenceText),
  locale: Type.Union([Locale, Type.Null()]),
});

const CaseNote = defineObject({
  author: Person,
  text: Type.String(),
  written_at: Timestamp,
});

export const CaseAction = defineObject({
  id: Type.String({ format: "uuid" }),
  case_id: Type.String({ format: "uuid" }),
  kind: Type.Enum([...caseActionKinds]),
  /** Null if the account is gone. */
  actor: Type.Union([Person, Type.Null()]),
  message: Type.String(),
  suspended_until: Type.Union([Timestamp, Type.Null()]),
  acted_at: Timestamp,
  undone_by: Type.Union([Person, Type.Null()]),
});
export type CaseAction = Static<typeof CaseAction>;

/** A case as whoever holds it sees it: of the reported thing only what was stored with the reports. */
export const Case = defineObject({
  ...CaseSummary.properties,
  version: Type.Integer(),
  held_until: Type.Union([Timestamp, Type.Null()]),
  /** The newest 20 reports. */
  reports: Type.Array(CaseReport),
  notes: Type.Array(CaseNote),
  actions: Type.Array(CaseAction),
  /** What was decided about the subject in other cases, the newest first; at most 20. */
  history: Type.Array(CaseAction),
  /** Whether the sender of the thing is in a sealed record, so that staff can stop them without learning who it is. */
  is_sender_sealed: Type.Boolean(),
  /** The prepared texts for what the subject is told, in its language. */
  prepared: Type.Array(
    defineObject({ name: Type.Enum([...preparedMessages]), text: Type.String() }),
  ),
  /** Whether the subject is suspended, and until when. */
  subject_suspended_until: Type.Union([Timestamp, Type.Null()]),
});
export type Case = Static<typeof Case>;

const caseParams = defineObject({ id: IdInput });

/**
 * Opens a case. If it is open and nobody else holds it, the caller holds it for `leaseSeconds`; opening it again renews
 * them. Each opening by somebody new is in the audit log before the case is sent.
 */
export const openCase = defineEndpoint({
  name: "openCase",
  summary: "Open a case and hold it",
  method: "POST",
  path: "/api/v2/adm/cases/:id/leases",
  caller: "moderator",
  params: caseParams,
  response: { 200: defineObject({ case: Case }) },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(240),
});

/** Gives a case back. */
export const closeCase = defineEndpoint({
  name: "closeCase",
  summary: "Give a case back",
  method: "DELETE",
  path: "/api/v2/adm/cases/:id/leases",
  caller: "moderator",
  params: caseParams,
  response: { 204: Type.Null() },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(240),
});

/**
 * Decides a case that the caller holds, and tells its subject. 409 if somebody has changed the case since `version`, or
 * the lease has ended.
 */
export const decideCase = defineEndpoint({
  name: "decideCase",
  summary: "Decide a case",
  method: "POST",
  path: "/api/v2/adm/cases/:id/actions",
  caller: "moderator",
  params: caseParams,
  body: defineObject({
    version: Type.Integer(),
    kind: Type.Enum([...caseActionKinds]),
    message: Type.Optional(Type.String({ maxLength: caseMessageLimit * 10 })),
    /** Days of a suspension from now on. */
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSuspensionDays })),
  }),
  response: { 201: defineObject({ action: CaseAction }) },
  errors: [...staffWriteErrors, "case_changed", "refused"],
  limits: limitCalls(120),
});

/** Undoes a decision; the case is open again. */
export const undoAction = defineEndpoint({
  name: "undoAction",
  summary: "Undo a decision",
  method: "DELETE",
  path: "/api/v2/adm/actions/:id",
  caller: "moderator",
  params: caseParams,
  response: { 204: Type.Null() },
  errors: [...staffErrors, "case_changed", "refused", "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/** Adds a note to a case, which all staff see. */
export const postCaseNote = defineEndpoint({
  name: "postCaseNote",
  summary: "Add a note to a case",
  method: "POST",
  path: "/api/v2/adm/cases/:id/notes",
  caller: "moderator",
  params: caseParams,
  body: defineObject({ text: Type.String({ maxLength: caseMessageLimit * 10 }) }),
  response: { 201: defineObject({ note: CaseNote }) },
  errors: [...staffWriteErrors, "key_reused"],
  limits: limitCalls(60),
});

/** A moment, and its text for the account's page. */
const FormattedTime = defineObject({ at: Timestamp, formatted: Type.String() });

/** A decision about the caller's own account. */
export const OwnDecision = defineObject({
  id: Type.String({ format: "uuid" }),
  kind: Type.Enum(["hide", "warn", "suspend"]),
  message: Type.String(),
  /** The beginnings of the account's own texts that the decision is about; at most 3. */
  texts: Type.Array(Type.String()),
  suspended_until: Type.Union([FormattedTime, Type.Null()]),
  acted_at: FormattedTime,
  is_undone: Type.Boolean(),
  /** `none`: the account may appeal. */
  appeal: Type.Enum(["none", "waiting", "accepted", "refused"]),
});
export type OwnDecision = Static<typeof OwnDecision>;

/** What staff have decided about the caller's account, the newest first; at most 50. */
export const listOwnDecisions = defineEndpoint({
  name: "listOwnDecisions",
  summary: "Decisions of staff about the signed-in account",
  method: "GET",
  path: "/api/v2/me/decisions",
  caller: "user",
  response: { 200: defineObject({ decisions: Type.Array(OwnDecision) }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Appeals against a decision, once. Somebody else than who decided decides the appeal. */
export const postAppeal = defineEndpoint({
  name: "postAppeal",
  summary: "Appeal against a decision",
  method: "POST",
  path: "/api/v2/me/decisions/:id/appeals",
  caller: "user",
  params: caseParams,
  body: defineObject({ text: Type.String({ maxLength: caseMessageLimit * 10 }) }),
  response: { 201: defineObject({ decision: OwnDecision }) },
  errors: ["sign_in_needed", "invalid_fields", "refused", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});
