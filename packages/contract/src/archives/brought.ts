import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { ChosenOption, Options, QuestionType } from "../items.ts";
import { defineObject, IdInput, Locale, PageQuery, Pager, PublicId, Timestamp } from "../shapes.ts";
import { ShownStamp } from "../stamps.ts";

export const broughtPerPage = 10;

/**
 * An answer that an account has brought along from an archive, with its question. The question has no
 * sender, because nothing proves that anybody asked it. The answer has no page and no likes.
 */
export const BroughtAnswer = defineObject({
  id: PublicId,
  type: QuestionType,
  /** Empty if it is withheld, or if the sender of the question had deleted it. */
  body: Type.String(),
  stamp: ShownStamp,
  options: Options,
  locale: Locale,
  is_sensitive: Type.Boolean(),
  /** Whether it is sensitive and this viewer may not see such questions. */
  is_withheld: Type.Boolean(),
  is_deleted: Type.Boolean(),
  answer_body: Type.String(),
  chosen_option: ChosenOption,
  answered_at: Timestamp,
  relative_time: Type.String(),
});
export type BroughtAnswer = Static<typeof BroughtAnswer>;

/** The answers that an account has brought along, newest first. Omits answers that the caller reported. */
export const listBroughtAnswers = defineEndpoint({
  name: "listBroughtAnswers",
  summary: "Answers that an account brought along from an archive",
  method: "GET",
  path: "/api/v2/users/:account/brought_answers",
  caller: "anyone",
  params: defineObject({ account: IdInput }),
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ answers: Type.Array(BroughtAnswer), pager: Pager }) },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/** Marks an answer that one has brought along as sensitive, or removes the mark. */
export const putBroughtSensitivity = defineEndpoint({
  name: "putBroughtSensitivity",
  summary: "Mark an answer that one has brought along as sensitive, or remove the mark",
  method: "PUT",
  path: "/api/v2/me/brought_answers/:id/sensitivity",
  caller: "user",
  params: defineObject({ id: IdInput }),
  body: defineObject({ is_sensitive: Type.Boolean() }),
  response: {
    200: defineObject({
      answer: defineObject({ id: PublicId, is_sensitive: Type.Boolean() }),
    }),
  },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 120, seconds: 600, on_store_error: "allow" }],
});

const deletionErrors = ["sign_in_needed", "bad_token", "foreign_origin"] as const;

export const deleteBroughtAnswer = defineEndpoint({
  name: "deleteBroughtAnswer",
  summary: "Delete an answer that one has brought along",
  method: "DELETE",
  path: "/api/v2/me/brought_answers/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: [...deletionErrors, "not_found"],
  limits: [{ key: "user", max: 600, seconds: 3600, on_store_error: "allow" }],
});

/** Deletes all answers that the caller has brought along, and stops a running import. */
export const deleteBroughtAnswers = defineEndpoint({
  name: "deleteBroughtAnswers",
  summary: "Delete all answers that one has brought along",
  method: "DELETE",
  path: "/api/v2/me/brought_answers",
  caller: "user",
  response: { 204: Type.Null() },
  errors: deletionErrors,
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "allow" }],
});
