import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { ChosenOption } from "./items.ts";
import { defineObject, IdInput, PublicId, Timestamp } from "./shapes.ts";
import { maxBodyLength } from "./text.ts";

/** An answer to a question with options chooses one of them, and its text is optional. */
const NewAnswer = {
  text: Type.Optional(Type.String({ maxLength: maxBodyLength })),
  chosen_option: Type.Optional(ChosenOption),
};

const Answer = defineObject({ id: PublicId, text: Type.String(), chosen_option: ChosenOption });

/**
 * Answers a received question, once; `Location` is the question's page. With the setting to answer
 * stamps in batch, all unread questions with the same stamp are answered. Answering a daily question
 * answers its original, the question of the community; `Location` is then the page of that answer.
 */
export const postAnswer = defineEndpoint({
  name: "postAnswer",
  summary: "Answer a received question",
  method: "POST",
  path: "/api/v2/questions/:question_id/answers",
  caller: "user",
  reaches_others: true,
  params: defineObject({ question_id: IdInput }),
  body: defineObject(NewAnswer),
  response: { 201: defineObject({ answer: Answer, answered_count: Type.Integer({ minimum: 1 }) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "already_answered",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 120, seconds: 600, on_store_error: "allow" }],
});

/** The older path of the same endpoint. */
export const postAnswerV1 = defineEndpoint({
  ...postAnswer,
  name: "postAnswerV1",
  counts_as: "postAnswer",
  path: "/api/v1/answer",
  params: defineObject({}),
  body: defineObject({ question_id: IdInput, ...NewAnswer }),
});

/** How long an answer can be edited. The texts `edit_too_late` and `pages/faq.md` repeat this number. */
export const answerEditMinutes = 15;

/** Edits one's own answer, within `answerEditMinutes` after answering. */
export const putAnswer = defineEndpoint({
  name: "putAnswer",
  summary: "Edit one's own answer",
  method: "PUT",
  path: "/api/v2/answers/:id",
  caller: "user",
  reaches_others: true,
  params: defineObject({ id: IdInput }),
  body: defineObject(NewAnswer),
  response: { 200: defineObject({ answer: Answer }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "edit_too_late",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 120, seconds: 600, on_store_error: "allow" }],
});

/** Deletes one's own answer; its question can be answered again. */
export const deleteAnswer = defineEndpoint({
  name: "deleteAnswer",
  summary: "Delete one's own answer",
  method: "DELETE",
  path: "/api/v2/answers/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** An answer as its answerer sees it in their inbox. */
export const OwnAnswer = defineObject({
  id: PublicId,
  text: Type.String(),
  chosen_option: ChosenOption,
  answered_at: Timestamp,
});
export type OwnAnswer = Static<typeof OwnAnswer>;

/** Marks a question that one has answered as sensitive (`is_ad_default` false), or removes the mark. */
export const putSensitivity = defineEndpoint({
  name: "putSensitivity",
  summary: "Mark one's own item as sensitive, or remove the mark",
  method: "PUT",
  path: "/api/v2/items/:id/sensitivity",
  caller: "user",
  params: defineObject({ id: IdInput }),
  body: defineObject({ is_ad_default: Type.Boolean() }),
  response: {
    200: defineObject({
      item: defineObject({ uuid_hash: PublicId, is_ad_default: Type.Boolean() }),
    }),
  },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 120, seconds: 600, on_store_error: "allow" }],
});
