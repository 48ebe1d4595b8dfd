import {
  deleteAnswer as deleteEndpoint,
  postAnswer,
  postAnswerV1,
  putAnswer,
  putSensitivity,
} from "@toibako/contract/answers.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { postText } from "../questions/policy.ts";
import { answerQuestion } from "./commands/answer.ts";
import { deleteAnswer } from "./commands/delete.ts";
import { editAnswer } from "./commands/edit.ts";
import { markItem } from "./commands/mark.ts";
import { findItemPages } from "./queries.ts";

async function answer(call: Call<typeof postAnswer | typeof postAnswerV1>, question_id: string) {
  const { viewer, services, locale } = call;
  const id = call.new_id();
  const text = postText("text", call.body.text);
  const answerer_pk = viewer.user.pk;
  const uuid_hash = await answerQuestion(services.db, { id, question_id, text, answerer_pk });
  publishCounts(services.bus, viewer.sender_key);
  services.bus.publish("pages", { paths: [`/${viewer.user.account}`, `/q/${uuid_hash}`] });
  return {
    body: { answer: { id, text } },
    location: `/${locale}/q/${uuid_hash}`,
  };
}

export const routes = [
  implement(postAnswer, (call) => answer(call, call.params.question_id)),
  implement(postAnswerV1, (call) => answer(call, call.body.question_id)),

  implement(putAnswer, async ({ params, body, viewer, services }) => {
    const { id } = params;
    const text = postText("text", body.text);
    const answerer_pk = viewer.user.pk;
    const uuid_hash = await editAnswer(services.db, { id, answerer_pk, text });
    services.bus.publish("pages", { paths: [`/${viewer.user.account}`, `/q/${uuid_hash}`] });
    return { body: { answer: { id, text } } };
  }),

  implement(deleteEndpoint, async ({ params, viewer, services }) => {
    const { user, sender_key: key } = viewer;
    const { uuid_hash, sender_key } = await deleteAnswer(services.db, params.id, user.pk, key);
    publishCounts(services.bus, key);
    if (sender_key) publishCounts(services.bus, sender_key);
    services.bus.publish("pages", { paths: [`/${user.account}`, `/q/${uuid_hash}`] });
    return {};
  }),

  implement(putSensitivity, async ({ params, body, viewer, services }) => {
    const { is_ad_default } = body;
    const uuid_hash = params.id;
    await markItem(services.db, { uuid_hash, answerer_pk: viewer.user.pk, is_ad_default });
    services.bus.publish("pages", { paths: await findItemPages(services.db, viewer.user) });
    return { body: { item: { uuid_hash, is_ad_default } } };
  }),
];
