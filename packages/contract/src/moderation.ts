import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, EmptyObject, IdInput, PageQuery, Pager, PublicId } from "./shapes.ts";
import { reportNoteLength, talkReportReasons } from "./talks.ts";

export const blocksPerPage = 20;

/**
 * What a report covers: one question (`unit`), all unread and held ones of its sender (`multiple`), or these with a block
 * of the sender (`multipleWithBlock`).
 */
const reportModes = ["unit", "multiple", "multipleWithBlock"] as const;
export type ReportMode = (typeof reportModes)[number];

/**
 * Reports what one of the three ids names; exactly one is needed.
 * - Received questions: unread ones are removed from the inbox, held ones from the held questions, and the reply
 *   contains their ids. The call is limited, because the reply reveals which questions have the same sender.
 * - A question or an answer in a community, or an answer that somebody brought along: it is hidden from the
 *   reporter, and can be reported only alone (`unit`). The id of a daily question reports its original.
 *   Both lists of ids are empty for an answer.
 */
export const postReport = defineEndpoint({
  name: "postReport",
  summary: "Report received questions",
  method: "POST",
  path: "/api/v1/reports",
  caller: "user",
  body: defineObject({
    mode: Type.Enum([...reportModes]),
    item_id: Type.Optional(IdInput),
    answer_id: Type.Optional(IdInput),
    brought_answer_id: Type.Optional(IdInput),
  }),
  response: {
    201: defineObject({
      item_uuids: Type.Array(PublicId),
      held_item_uuids: Type.Array(PublicId),
    }),
  },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * Reports an account, or joins the open case about it. The report keeps its name and self introduction as they are
 * stored at that moment. A person is counted once for each open case, so a repeated report changes nothing.
 */
export const reportAccount = defineEndpoint({
  name: "reportAccount",
  summary: "Report an account",
  method: "POST",
  path: "/api/v2/users/:account/reports",
  caller: "user",
  params: defineObject({ account: IdInput }),
  body: defineObject({
    reason: Type.Enum([...talkReportReasons]),
    note: Type.Optional(Type.String({ maxLength: reportNoteLength * 20 })),
  }),
  response: { 201: EmptyObject },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * A block by name, which names the account, or a block by a question or in a talk, of a sender or starter who is
 * unknown.
 */
export const Block = defineObject({
  id: PublicId,
  account: Type.Union([Type.String(), Type.Null()]),
  displaying_name: Type.Union([Type.String(), Type.Null()]),
  icon_url: Type.String(),
  question_body: Type.Union([Type.String(), Type.Null()]),
  /** Whether it blocks the anonymous starter of a talk. */
  is_of_talk: Type.Boolean(),
  /** The day in UTC. */
  blocked_on: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }),
  formatted_date_time: Type.String(),
});
export type Block = Static<typeof Block>;

/** The blocks of the signed-in account, newest first; 20 a page. */
export const listBlocks = defineEndpoint({
  name: "listBlocks",
  summary: "Blocks of the signed-in account",
  method: "GET",
  path: "/api/v2/me/blocks",
  caller: "user",
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ blocks: Type.Array(Block), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Blocks an account, or the sender of a received question without revealing who that is. */
export const postBlock = defineEndpoint({
  name: "postBlock",
  summary: "Block an account or the sender of a question",
  method: "POST",
  path: "/api/v2/me/blocks",
  caller: "user",
  body: defineObject({
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    question_id: Type.Optional(IdInput),
  }),
  response: { 201: defineObject({ block: defineObject({ id: PublicId }) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "refuse" }],
});

export const deleteBlock = defineEndpoint({
  name: "deleteBlock",
  summary: "Remove a block",
  method: "DELETE",
  path: "/api/v2/me/blocks/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
