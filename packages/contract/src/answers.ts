import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { bodyCodeUnits } from "./questions.ts";
import { closed, IdInPath, PublicId } from "./shapes.ts";

const Text = Type.String({ maxLength: bodyCodeUnits });

/** Answers a received question, once; Location is the question's page. */
export const postAnswer = defineEndpoint({
  name: "postAnswer",
  summary: "Answer a received question",
  method: "POST",
  path: "/api/v2/questions/:question_id/answers",
  caller: "user",
  params: closed({ question_id: IdInPath }),
  body: closed({ text: Text }),
  response: { 201: closed({ answer: closed({ id: PublicId, text: Type.String() }) }) },
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
  body: closed({ question_id: IdInPath, text: Text }),
});
