import {
  deleteAnswer as deleteEndpoint,
  postAnswer,
  postAnswerV1,
  putAnswer,
  putSensitivity,
} from "@toibako/contract/answers.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { answerQuestion } from "./commands/answer.ts";
import { deleteAnswer } from "./commands/delete.ts";
import { editAnswer } from "./commands/edit.ts";
import { markSensitivity } from "./commands/mark.ts";

async function createAnswer(
  {
    viewer,
    services,
    locale,
    body: input,
    createId,
  }: Call<typeof postAnswer | typeof postAnswerV1>,
  question_id: string,
) {
  const request = { id: createId(), question_id, input };
  const { path, ...body } = await answerQuestion(services, viewer, request);
  return { body, location: `/${locale}${path}` };
}

export const routes = [
  implement(postAnswer, (call) => createAnswer(call, call.params.question_id)),
  implement(postAnswerV1, (call) => createAnswer(call, call.body.question_id)),

  implement(putAnswer, async ({ params, body, viewer, services }) => ({
    body: { answer: await editAnswer(services, viewer, params.id, body) },
  })),

  implement(deleteEndpoint, async ({ params, viewer, services }) => {
    await deleteAnswer(services, viewer, params.id);
    return {};
  }),

  implement(putSensitivity, async ({ params, body, viewer, services }) => {
    const { is_ad_default } = body;
    await markSensitivity(services, viewer, params.id, is_ad_default);
    return { body: { item: { uuid_hash: params.id, is_ad_default } } };
  }),
];
