import { register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postBaton } from "@toibako/contract/friends.ts";
import {
  changeQuestion,
  deleteBinnedQuestion,
  listReceivedItems,
} from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { locales } from "@toibako/contract/locales.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";
import { catalogs } from "#platform/texts/texts.ts";

const site = await openSite();
let registrations = 0;

async function registerWithLetter(locale: (typeof locales)[number] = "ja") {
  registrations += 1;
  const account = `newcomer_${registrations}`;
  const person = site.openBrowser(locale);
  await person.send(register, { body: { account, password, locale } });
  const { items, counts } = (await person.send(listReceivedItems, { query: {} })).data;
  const [letter] = items;
  if (!letter || items.length > 1) throw new Error(`${items.length} questions instead of one`);
  return { account, person, letter, counts, params: { id: letter.uuid_hash } };
}

const selectRows = async (sql: string) => (await site.services.database.executeSql(sql)).rows;

test.each(locales)("FEEL-05 a new account in %s has one welcome letter", async (locale) => {
  const { letter, counts } = await registerWithLetter(locale);
  expect(letter).toMatchObject({
    is_welcome: true,
    is_self: false,
    body: catalogs[locale].welcome_letter,
    locale,
    report_about_all_questions_of_same_user_flag: false,
  });
  expect(counts).toMatchObject({ unread: 1, confirmed: 0, hidden: 0, held: 0 });
});

test("FEEL-05 the letter has no sender, and nobody else sees it", async () => {
  const { letter, params } = await registerWithLetter();
  expect((await site.openBrowser().send(getQuestion, { params })).status).toBe(404);
  // The key of a letter is negative. A positive key would tell when the account was created.
  const traces = await selectRows(
    `select 1 from questions q where q.uuid_hash = '${letter.uuid_hash}' and (q.pk > 0
       or exists (select from sealed_senders where sealed_senders.question_pk = q.pk)
       or exists (select from sent_questions where sent_questions.question_pk = q.pk))`,
  );
  expect(traces).toEqual([]);
});

test("FEEL-05 the letter is answered like any question and stays marked as a letter", async () => {
  const { account, person, params } = await registerWithLetter();
  const answer = { params: { question_id: params.id }, body: { text: "朝の散歩です。" } };
  expect((await person.send(postAnswer, answer)).status).toBe(201);
  expect((await person.send(postAnswer, answer)).status).toBe(409);
  const { items } = (await site.openBrowser().send(listItems, { query: { account } })).data;
  expect(items).toMatchObject([{ is_welcome: true, answer_body: "朝の散歩です。" }]);
  const { question } = (await site.openBrowser().send(getQuestion, { params })).data;
  expect(question).toMatchObject({ is_welcome: true, is_mine: false });
  const { counts } = (await person.send(listReceivedItems, { query: {} })).data;
  expect(counts).toMatchObject({ unread: 0, confirmed: 1 });
  const card = await site.openBrowser().sendRaw("GET", question.image_url);
  expect(card.status).toBe(200);
});

test("FEEL-05 only one of two simultaneous answers to the letter is stored", async () => {
  const { person, params } = await registerWithLetter();
  const replies = await Promise.all(
    ["一つめ", "二つめ"].map((text) =>
      person.send(postAnswer, { params: { question_id: params.id }, body: { text } }),
    ),
  );
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
});

test("FEEL-05 the letter can be put into the bin, taken out, and deleted", async () => {
  const { person, params } = await registerWithLetter();
  const move = (status: "unread" | "hidden") =>
    person.send(changeQuestion, { params, body: { status } });
  for (const status of ["hidden", "unread", "hidden"] as const)
    expect((await move(status)).status).toBe(200);
  expect((await person.send(deleteBinnedQuestion, { params })).status).toBe(204);
  expect((await person.send(getQuestion, { params })).status).toBe(404);
  const { counts } = (await person.send(listReceivedItems, { query: {} })).data;
  expect(counts).toMatchObject({ unread: 0, hidden: 0 });
});

test("FEEL-05 the letter can't be reported, blocked or passed on", async () => {
  const { person, params } = await registerWithLetter();
  for (const mode of ["unit", "multiple", "multipleWithBlock"] as const) {
    const report = await person.send(postReport, { body: { item_id: params.id, mode } });
    expect(report.status).toBe(404);
  }
  const block = await person.send(postBlock, { body: { question_id: params.id } });
  expect(block.status).toBe(404);
  const answer = { params: { question_id: params.id }, body: { text: "はい" } };
  await person.send(postAnswer, answer);
  const friend = await registerWithLetter();
  const baton = await person.send(postBaton, { params, body: { accounts: [friend.account] } });
  expect(baton.status).toBe(403);
});
