import {
  deleteAnswer as deleteEndpoint,
  postAnswer,
  postAnswerV1,
  putAnswer,
  putSensitivity,
} from "@toibako/contract/answers.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { Failure } from "#platform/failure.ts";
import { answerQuestion } from "./commands/answer.ts";
import { deleteAnswer } from "./commands/delete.ts";
import { editAnswer } from "./commands/edit.ts";
import { markItem } from "./commands/mark.ts";
import { answerTo } from "./policy.ts";
import { findAnswerable, findAnswered, findItemPages } from "./queries.ts";

async function answer(call: Call<typeof postAnswer | typeof postAnswerV1>, question_id: string) {
  const { viewer, services, locale } = call;
  const { db, bus } = services;
  const answerer_pk = viewer.user.pk;
  const asked = await findAnswerable(db, question_id, answerer_pk);
  if (!asked) throw new Failure("not_found");
  const content = answerTo(asked, call.body);
  const id = call.new_id();
  const { uuid_hashes, answered_count } = await answerQuestion(db, {
    id,
    question_id,
    content,
    answerer_pk,
  });
  publishCounts(bus, viewer.sender_key);
  const paths = uuid_hashes.map((uuid_hash) => `/q/${uuid_hash}`);
  bus.publish("pages", { paths: [`/${viewer.user.account}`, ...paths] });
  const search = asked.type === "choose" ? "?type=choose" : "";
  return {
    body: { answer: { id, ...content }, answered_count },
    location: `/${locale}/q/${question_id}${search}`,
  };
}

export const routes = [
  implement(postAnswer, (call) => answer(call, call.params.question_id)),
  implement(postAnswerV1, (call) => answer(call, call.body.question_id)),

  implement(putAnswer, async ({ params, body, viewer, services }) => {
    const { id } = params;
    const answerer_pk = viewer.user.pk;
    const asked = await findAnswered(services.db, id, answerer_pk);
    if (!asked) throw new Failure("not_found");
    const content = answerTo(asked, body);
    const uuid_hash = await editAnswer(services.db, { id, answerer_pk, content });
    services.bus.publish("pages", { paths: [`/${viewer.user.account}`, `/q/${uuid_hash}`] });
    return { body: { answer: { id, ...content } } };
  }),

  implement(deleteEndpoint, async ({ params, viewer, services }) => {
    const { user, sender_key: key } = viewer;
    const { uuid_hash, sender_key } = await deleteAnswer(services.db, params.id, user.pk, key);
    publishCounts(services.bus, key);
    if (sender_key) publishCounts(services.bus, sender_key);
    // Under each question that they answered, the others stand as well.
    const others = await findItemPages(services.db, user);
    services.bus.publish("pages", { paths: [`/q/${uuid_hash}`, ...others] });
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
