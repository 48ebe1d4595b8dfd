import { postAnswer, postAnswerV1, putAnswer } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems, optionLimits } from "@toibako/contract/items.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks questions with options; Yui answers.
const site = await openSite();
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");

async function askWithOptions(...options: string[]) {
  const body = { account: "yui", body: "Which one?", options };
  return (await kenta.send(postQuestion, { body })).data.uuid_hash;
}

const answer = (question_id: string, body: { text?: string; chosen_option?: number | null }) =>
  yui.send(postAnswer, { params: { question_id }, body });

test("ASK-18 ANS-07 the receiver chooses one option, with or without a text, and everybody sees the chosen option", async () => {
  const id = await askWithOptions("Cats", "Dogs", "Both");
  const answered = await answer(id, { chosen_option: 2 });
  expect([answered.status, answered.location]).toEqual([201, `/en/q/${id}?type=choose`]);
  expect(answered.data.answer).toMatchObject({ text: "", chosen_option: 2 });
  const shown = { type: "choose", options: ["Cats", "Dogs", "Both"], chosen_option: 2 };
  const { question } = (await site.openBrowser().send(getQuestion, { params: { id } })).data;
  expect(question.item).toMatchObject({ ...shown, answer_body: "" });
  const { items } = (await kenta.send(listItems, { query: { account: "yui" } })).data;
  expect(items[0]).toMatchObject(shown);
  expect((await kenta.send(listSendQuestions, {})).data.answers[0]).toMatchObject({
    related_question_options: shown.options,
    chosen_option: 2,
  });
  const query = { status: "confirmed" } as const;
  const [received] = (await yui.send(listReceivedItems, { query })).data.items;
  expect(received?.answer).toMatchObject({ text: "", chosen_option: 2 });

  const other = await askWithOptions("Tea", "Coffee");
  const body = { question_id: other, text: " By far ", chosen_option: 0 };
  const older = await yui.send(postAnswerV1, { params: {}, body });
  expect(older.data.answer).toMatchObject({ text: "By far", chosen_option: 0 });
});

test("ANS-07 an answer without an option, or with one that the question does not have, is refused", async () => {
  const id = await askWithOptions("Left", "Right");
  for (const chosen_option of [2, 3, 4, -1, 0.5, null, undefined]) {
    const body = { text: "That way", ...(chosen_option !== undefined && { chosen_option }) };
    const refused = await answer(id, body);
    expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([
      400,
      ["chosen_option"],
    ]);
  }
  expect((await answer(id, { text: "That way" })).error?.messages).toEqual([
    "Please pick one of the choices.",
  ]);
  const long = await answer(id, { text: "a".repeat(5001), chosen_option: 0 });
  expect(Object.keys(long.error?.details ?? {})).toEqual(["text"]);
  const { question } = (await yui.send(getQuestion, { params: { id } })).data;
  expect(question.item).toBeNull();
});

test("ANS-07 an option for a question without options is refused", async () => {
  const id = await site.askQuestion(kenta, "yui", "Why?");
  const refused = await answer(id, { text: "So", chosen_option: 0 });
  expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([
    400,
    ["chosen_option"],
  ]);
});

test("ANS-06 ANS-07 the chosen option can be changed while the answer can be edited", async () => {
  const id = await askWithOptions("Sea", "Hills");
  const { data } = await answer(id, { chosen_option: 0 });
  const editAnswer = (chosen_option: number) =>
    yui.send(putAnswer, { params: { id: data.answer.id }, body: { chosen_option, text: "Up" } });
  expect((await editAnswer(2)).status).toBe(400);
  expect((await editAnswer(1)).data.answer).toMatchObject({ chosen_option: 1, text: "Up" });
  const { question } = (await kenta.send(getQuestion, { params: { id } })).data;
  expect(question.item).toMatchObject({ chosen_option: 1, answer_body: "Up" });
});

test("ANS-07 SHARE-01 the picture of an answer without a text shows the chosen option", async () => {
  const fetchPicture = async (chosen_option: number) => {
    const id = await askWithOptions("Rain", "Shine");
    await answer(id, { chosen_option });
    return site.openBrowser().sendRaw("GET", `/cards/questions/${id}.answer.png`);
  };
  const pictures = [await fetchPicture(0), await fetchPicture(1), await fetchPicture(1)];
  expect(pictures.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [first, second, again] = pictures.map(({ bytes }) => bytes.toString("base64"));
  expect(second).not.toBe(first);
  // The same option gives the same picture, so only the option makes pictures differ.
  expect(again).toBe(second);
});

test("ASK-17 two equal choices are refused", async () => {
  const body = { account: "yui", body: "Which one?", options: ["Tea", " Tea "] };
  const refused = await kenta.send(postQuestion, { body });
  expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([400, ["options"]]);
});

test("ASK-17 ANS-07 the columns of options and of the chosen option have the limits of the contract", async () => {
  const id = await askWithOptions("Up", "Down");
  await answer(id, { chosen_option: 0 });
  const accepts = (statement: string, value: unknown) =>
    site.services.database.executeSql(statement, [id, value]).then(
      () => true,
      () => false,
    );
  const acceptsOptions = (count: number) =>
    accepts(
      "update questions set options = $2 where uuid_hash = $1",
      Array.from({ length: count }, String),
    );
  const acceptsChosen = (index: number) =>
    accepts(
      `update answers set chosen_option = $2
       where question_pk = (select pk from questions where uuid_hash = $1)`,
      index,
    );
  const { fewest, most } = optionLimits;
  const counts = await Promise.all([fewest - 1, fewest, most, most + 1].map(acceptsOptions));
  expect(counts).toEqual([false, true, true, false]);
  const indexes = await Promise.all([-1, 0, most - 1, most].map(acceptsChosen));
  expect(indexes).toEqual([false, true, true, false]);
});

test("ANS-04 ANS-07 an idempotency key that was used with another option is refused", async () => {
  const id = await askWithOptions("In", "Out");
  const answerAgain = (chosen_option: number) =>
    yui.send(
      postAnswer,
      { params: { question_id: id }, body: { chosen_option } },
      { "idempotency-key": "one-and-the-same" },
    );
  const first = await answerAgain(0);
  expect((await answerAgain(0)).data).toEqual(first.data);
  expect((await answerAgain(1)).error?.code).toBe("key_reused");
});
