import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { bodyCodeUnits } from "./questions.ts";
import { closed, IdInPath, Moment, PublicId } from "./shapes.ts";

/** Which of a choose question's options was picked, from 0; null of any other question. */
const ChosenOption = Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.Null()]);

/** An answer has a text, or picks one of the question's options and may say something besides. */
const NewAnswer = {
  text: Type.Optional(Type.String({ maxLength: bodyCodeUnits })),
  chosen_option: Type.Optional(ChosenOption),
};

const Answer = closed({ id: PublicId, text: Type.String(), chosen_option: ChosenOption });

/**
 * Answers a received question, once; Location is the question's page. Who answers stamps in batch
 * answers all their unread questions by the same stamp with it.
 */
export const postAnswer = defineEndpoint({
  name: "postAnswer",
  summary: "Answer a received question",
  method: "POST",
  path: "/api/v2/questions/:question_id/answers",
  caller: "user",
  params: closed({ question_id: IdInPath }),
  body: closed(NewAnswer),
  response: { 201: closed({ answer: Answer, answered_count: Type.Integer({ minimum: 1 }) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "already_answered",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", figure: 120, seconds: 600, when_unreachable: "open" }],
});

/** The older spelling of the same call. */
export const postAnswerV1 = defineEndpoint({
  ...postAnswer,
  name: "postAnswerV1",
  path: "/api/v1/answer",
  params: closed({}),
  body: closed({ question_id: IdInPath, ...NewAnswer }),
});

/** For how many minutes its author may edit an answer. */
export const editMinutes = 15;

/** Changes what one answered, for a quarter of an hour after answering. */
export const putAnswer = defineEndpoint({
  name: "putAnswer",
  summary: "Edit one's own answer",
  method: "PUT",
  path: "/api/v2/answers/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  body: closed(NewAnswer),
  response: { 200: closed({ answer: Answer }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "edit_too_late",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", figure: 120, seconds: 600, when_unreachable: "open" }],
});

/** Takes one's own answer away for everybody; its question waits for an answer again. */
export const deleteAnswer = defineEndpoint({
  name: "deleteAnswer",
  summary: "Delete one's own answer",
  method: "DELETE",
  path: "/api/v2/answers/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
});

/** An answer as its author sees it in their inbox. */
export const OwnAnswer = closed({
  id: PublicId,
  text: Type.String(),
  chosen_option: ChosenOption,
  answered_at: Moment,
});
export type OwnAnswer = Static<typeof OwnAnswer>;

/** Marks a question that one answered as sensitive, by `is_ad_default` false, or no longer. */
export const putSensitivity = defineEndpoint({
  name: "putSensitivity",
  summary: "Mark an item of one's own as sensitive, or no longer",
  method: "PUT",
  path: "/api/v2/items/:id/sensitivity",
  caller: "user",
  params: closed({ id: IdInPath }),
  body: closed({ is_ad_default: Type.Boolean() }),
  response: {
    200: closed({ item: closed({ uuid_hash: PublicId, is_ad_default: Type.Boolean() }) }),
  },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: [{ key: "user", figure: 120, seconds: 600, when_unreachable: "open" }],
});
