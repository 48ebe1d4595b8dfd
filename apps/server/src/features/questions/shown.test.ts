import { postAnswer } from "@toibako/contract/answers.ts";
import { getQuestion, listLatestAnswers, postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();

async function ask(body: string): Promise<string> {
  const { data } = await visitor.send(postQuestion, { body: { account: "yui", body } });
  return data.uuid_hash;
}

test("PROF-10 an unanswered question is visible only to its receiver", async () => {
  const id = await ask("まだ？");
  expect((await visitor.send(getQuestion, { params: { id } })).status).toBe(404);
  const { data } = await yui.send(getQuestion, { params: { id } });
  expect(data.question).toMatchObject({ body: "まだ？", is_mine: true, item: null });
});

test("PROF-10 PROF-11 the page of an answered question shows its answer, and the answerer's other answers below", async () => {
  const [id, other] = [await ask("ひとつめ"), await ask("ふたつめ")];
  for (const question_id of [id, other]) {
    await yui.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
  }
  const { status, data } = await visitor.send(getQuestion, { params: { id } });
  expect(status).toBe(200);
  expect(data.question).toMatchObject({
    is_mine: false,
    status: "confirmed",
    is_reportable: false,
  });
  expect(data.question.item).toMatchObject({ uuid_hash: id, answer_body: "はい", may_like: true });
  expect(data.question.item).not.toHaveProperty("answerer_pk");
  const latestAnswers = await visitor.send(listLatestAnswers, { params: { uuid: id } });
  expect(latestAnswers.data.items.map((item) => item.uuid_hash)).toEqual([other]);
});
