import { type Static, Type } from "typebox";
import { BirthdayParts } from "../accounts.ts";
import { defineEndpoint, limitCalls, roles } from "../endpoint.ts";
import { inquiryLimit, inquiryTopics } from "../help.ts";
import { defineObject, IdInput, Locale, Timestamp } from "../shapes.ts";
import { CaseAction, CaseSummary } from "./cases.ts";
import { staffErrors, staffWriteErrors } from "./console.ts";

/** Accounts that a search of staff lists. */
export const foundPeople = 20;

const FoundPerson = defineObject({
  account: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  role: Type.Union([Type.Enum([...roles]), Type.Null()]),
  suspended_until: Type.Union([Timestamp, Type.Null()]),
  has_left: Type.Boolean(),
});
export type FoundPerson = Static<typeof FoundPerson>;

/** Accounts whose handle begins with the text, or whose confirmed address it is. */
export const searchPeople = defineEndpoint({
  name: "searchPeople",
  summary: "Find accounts by handle or address",
  method: "GET",
  path: "/api/v2/adm/people",
  caller: "moderator",
  query: defineObject({ query: Type.String({ maxLength: 300 }) }),
  response: { 200: defineObject({ people: Type.Array(FoundPerson) }) },
  errors: staffErrors,
  limits: limitCalls(120),
});

/** What staff may see of an account: what is public, its state, and what was decided about it. */
export const StaffPerson = defineObject({
  ...FoundPerson.properties,
  self_introduction: Type.String(),
  locale: Locale,
  created_on: Type.String({ format: "date" }),
  birthday: Type.Union([BirthdayParts, Type.Null()]),
  sessions_count: Type.Integer({ minimum: 0 }),
  cases: Type.Array(CaseSummary),
  actions: Type.Array(CaseAction),
});
export type StaffPerson = Static<typeof StaffPerson>;

const accountParams = defineObject({ account: IdInput });
const Reason = Type.String({ maxLength: 2_000 });

/** The look is in the audit log. */
export const getPerson = defineEndpoint({
  name: "getPerson",
  summary: "What staff may see of an account",
  method: "GET",
  path: "/api/v2/adm/people/:account",
  caller: "moderator",
  has_effect: true,
  params: accountParams,
  response: { 200: defineObject({ person: StaffPerson }) },
  errors: staffErrors,
  limits: limitCalls(120),
});

/** Changes the birthday of another account, which its owner can set only once. */
export const putBirthday = defineEndpoint({
  name: "putBirthday",
  summary: "Change an account's birthday",
  method: "PUT",
  path: "/api/v2/adm/people/:account/birthday",
  caller: "moderator",
  params: accountParams,
  body: defineObject({ birthday: BirthdayParts, reason: Reason }),
  response: { 204: Type.Null() },
  errors: [...staffWriteErrors, "refused"],
  limits: limitCalls(60),
});

/** Ends all sessions of another account. */
export const endPersonSessions = defineEndpoint({
  name: "endPersonSessions",
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

export const inquiriesPerPage = 50;

export const Inquiry = defineObject({
  id: Type.String(),
  email: Type.String(),
  topic: Type.Enum([...inquiryTopics]),
  body: Type.String(),
  locale: Locale,
  account: Type.Union([Type.String(), Type.Null()]),
  made_at: Timestamp,
  is_open: Type.Boolean(),
  version: Type.Integer(),
  answer: Type.Union([Type.String(), Type.Null()]),
  answered_by: Type.Union([Type.String(), Type.Null()]),
  answered_at: Type.Union([Timestamp, Type.Null()]),
});
export type Inquiry = Static<typeof Inquiry>;

/** Open inquiries, the oldest first, or closed ones, the newest first. */
export const listInquiries = defineEndpoint({
  name: "listInquiries",
  summary: "Inquiries to the operator",
  method: "GET",
  path: "/api/v2/adm/inquiries",
  caller: "moderator",
  query: defineObject({
    state: Type.Optional(Type.Enum(["open", "closed"])),
    topic: Type.Optional(Type.Enum([...inquiryTopics])),
    /** The id of the last inquiry of the page before. */
    after: Type.Optional(IdInput),
  }),
  response: {
    200: defineObject({ inquiries: Type.Array(Inquiry), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(120),
});

/** Answers an inquiry by mail and closes it, or closes it without an answer (null). */
export const answerInquiry = defineEndpoint({
  name: "answerInquiry",
  summary: "Answer an inquiry",
  method: "PUT",
  path: "/api/v2/adm/inquiries/:id/answer",
  caller: "moderator",
  params: defineObject({ id: IdInput }),
  body: defineObject({
    version: Type.Integer(),
    answer: Type.Union([Type.String({ maxLength: inquiryLimit * 10 }), Type.Null()]),
  }),
  response: { 200: defineObject({ inquiry: Inquiry }) },
  errors: [...staffWriteErrors, "case_changed"],
  limits: limitCalls(60),
});
