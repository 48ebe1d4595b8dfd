import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath, PageQuery, Pager, PublicId } from "./shapes.ts";

export const blocksPerPage = 20;

/** One question, all unread ones of the same sender, or these and whatever they send from now on. */
export const reportModes = ["unit", "multiple", "multipleWithBlock"] as const;
export type ReportMode = (typeof reportModes)[number];

/**
 * Reports unread questions, which leave the inbox; answers which ones. As that tells which questions
 * have one sender, it is limited.
 */
export const postReport = defineEndpoint({
  name: "postReport",
  summary: "Report received questions",
  method: "POST",
  path: "/api/v1/reports",
  caller: "user",
  body: closed({ mode: Type.Enum([...reportModes]), item_id: IdInPath }),
  response: { 201: closed({ item_uuids: Type.Array(PublicId) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", figure: 30, seconds: 3600, when_unreachable: "closed" }],
});

/** Somebody blocked: an account by its name, or whoever sent a question, by nothing but that question. */
export const Block = closed({
  id: PublicId,
  account: Type.Union([Type.String(), Type.Null()]),
  displaying_name: Type.Union([Type.String(), Type.Null()]),
  icon_url: Type.Union([Type.String(), Type.Null()]),
  question_body: Type.Union([Type.String(), Type.Null()]),
  formatted_date_time: Type.String(),
});
export type Block = Static<typeof Block>;

/** Whom the signed-in account blocks, newest first; 20 a page. */
export const listBlocks = defineEndpoint({
  name: "listBlocks",
  summary: "Whom one blocks",
  method: "GET",
  path: "/api/v2/me/blocks",
  caller: "user",
  query: closed({ page: PageQuery }),
  response: { 200: closed({ blocks: Type.Array(Block), pager: Pager }) },
  errors: ["sign_in_needed"],
});

/** Blocks an account, or the sender of a received question without saying who that is. */
export const postBlock = defineEndpoint({
  name: "postBlock",
  summary: "Block an account or the sender of a question",
  method: "POST",
  path: "/api/v2/me/blocks",
  caller: "user",
  body: closed({
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    question_id: Type.Optional(IdInPath),
  }),
  response: { 201: closed({ block: closed({ id: PublicId }) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", figure: 60, seconds: 3600, when_unreachable: "closed" }],
});

export const deleteBlock = defineEndpoint({
  name: "deleteBlock",
  summary: "Lift a block",
  method: "DELETE",
  path: "/api/v2/me/blocks/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
});
