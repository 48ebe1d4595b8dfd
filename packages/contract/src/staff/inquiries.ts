import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { inquiryTopics } from "../help.ts";
import { afterQuery, defineObject, IdInput, Locale, Timestamp } from "../shapes.ts";
import { staffErrors, staffWriteErrors } from "./console.ts";

export type InquiryTopic = (typeof inquiryTopics)[number];

export const inquiriesPerPage = 50;
/** Characters of an answer. */
export const inquiryAnswerLimit = 4_000;

/** Answers that staff can begin with. Their texts are in the inquirer's language. */
export const preparedAnswers = ["thanks", "sign_in", "birthday", "password", "reporting"] as const;

export const InquirySummary = defineObject({
  id: Type.String(),
  topic: Type.Enum([...inquiryTopics]),
  /** The language of the page on which it was written. */
  locale: Locale,
  /** The account that was signed in; null if there was none, or it is gone. */
  account: Type.Union([Type.String(), Type.Null()]),
  made_at: Timestamp,
  is_open: Type.Boolean(),
  /** Null for an open one. */
  closed_at: Type.Union([Timestamp, Type.Null()]),
  is_answered: Type.Boolean(),
  excerpt: Type.String(),
});
export type InquirySummary = Static<typeof InquirySummary>;

/** Open inquiries, the oldest first, or closed ones, the last closed first. */
export const listInquiries = defineEndpoint({
  name: "listInquiries",
  summary: "Inquiries to the operator",
  method: "GET",
  path: "/api/v2/adm/inquiries",
  caller: "moderator",
  query: defineObject({
    state: Type.Optional(Type.Enum(["open", "closed"])),
    topic: Type.Optional(Type.Enum([...inquiryTopics])),
    ...afterQuery,
  }),
  response: {
    200: defineObject({ inquiries: Type.Array(InquirySummary), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(120),
});

export const Inquiry = defineObject({
  ...InquirySummary.properties,
  email: Type.String(),
  body: Type.String(),
  version: Type.Integer(),
  /** Null for an open one, and for one that was closed without an answer. */
  answer: Type.Union([Type.String(), Type.Null()]),
  /** The handle of the account of staff; null if it is gone. */
  closed_by: Type.Union([Type.String(), Type.Null()]),
  /** The prepared answers in the inquirer's language. */
  prepared: Type.Array(
    defineObject({ name: Type.Enum([...preparedAnswers]), text: Type.String() }),
  ),
  /** Whether this site can send mails; otherwise an inquiry can only be closed. */
  has_mail: Type.Boolean(),
});
export type Inquiry = Static<typeof Inquiry>;

const inquiryParams = defineObject({ id: IdInput });

/** Opens an inquiry. The look is in the audit log before it is sent. */
export const openInquiry = defineEndpoint({
  name: "openInquiry",
  summary: "Open an inquiry",
  method: "POST",
  path: "/api/v2/adm/inquiries/:id/looks",
  caller: "moderator",
  params: inquiryParams,
  response: { 200: defineObject({ inquiry: Inquiry }) },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(240),
});

/**
 * Answers an inquiry by mail and closes it, or closes it without an answer (null). 409 if somebody has done so since
 * `version`.
 */
export const putInquiryAnswer = defineEndpoint({
  name: "putInquiryAnswer",
  summary: "Answer an inquiry, or close it",
  method: "PUT",
  path: "/api/v2/adm/inquiries/:id/answer",
  caller: "moderator",
  params: inquiryParams,
  body: defineObject({
    version: Type.Integer(),
    answer: Type.Union([Type.String({ maxLength: inquiryAnswerLimit * 10 }), Type.Null()]),
  }),
  response: { 200: defineObject({ inquiry: Inquiry }) },
  errors: [...staffWriteErrors, "case_changed", "refused"],
  limits: limitCalls(60),
});
