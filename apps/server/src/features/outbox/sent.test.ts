import { getCurrentUser, getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listSendQuestions, readSendItems } from "@toibako/contract/outbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");

async function answered(asker: Browser, body: string) {
  const question_id = await site.ask(asker, "yui", body);
  const call = { params: { question_id }, body: { text: `${body}の答え` } };
  const answer_id = (await yui.send(postAnswer, call)).data.answer.id;
  return { question_id, answer_id };
}

async function sent(sender: Browser, page = "1") {
  return (await sender.send(listSendQuestions, { query: { page } })).data;
}

async function unread(sender: Browser) {
  return (await sender.send(getUnreadCounts, {})).data.send_items;
}

test("VISIT-03 VISIT-04 API-06 a visitor finds the answer to their own question, with its fields", async () => {
  const visitor = site.visitor();
  await site.ask(visitor, "yui", "まだ");
  const { question_id, answer_id } = await answered(visitor, "好きな色は？");
  const { answers, pager } = await sent(visitor);
  expect(answers).toEqual([
    {
      id: answer_id,
      id_hash: answer_id,
      text: "好きな色は？の答え",
      posted_ad: expect.any(Number),
      posted_ad__formatted_date: expect.stringMatching(/^\d{4}\/\d\d\/\d\d$/),
      is_unread: true,
      related_question_id_hash: question_id,
      related_question_body: "好きな色は？",
      is_withheld: false,
      related_question_image_uri: `/cards/questions/${question_id}.png`,
      related_question_stamp: null,
      related_question_options: null,
      chosen_option: null,
      answered_user_icon_uri: null,
      answered_user_name: "yui",
      answered_user_toibako_id: "yui",
      likes_count: 0,
      has_been_liked_by_current_user: false,
    },
  ]);
  expect(pager).toEqual({ current_page: 1, total_pages: 1, total_count: 1, limit: 10 });
  expect(Math.abs((answers[0]?.posted_ad ?? 0) - Date.now() / 1000)).toBeLessThan(120);
});

test("VISIT-07 a visitor likes the answer on their own home", async () => {
  const visitor = site.visitor();
  const { answer_id } = await answered(visitor, "すき？");
  await visitor.send(toggleLike, { body: { answer_id } });
  const [answer] = (await sent(visitor)).answers;
  expect(answer).toMatchObject({ likes_count: 1, has_been_liked_by_current_user: true });
});

test("VISIT-02 PROF-04 a visitor gets 10 a page, a signed-in sender 3, newest first, until the last page", async () => {
  const visitor = site.visitor();
  const mei = await site.person("mei");
  for (let at = 0; at < 11; at++) await answered(visitor, `${at}`);
  for (let at = 0; at < 4; at++) await answered(mei, `${at}`);
  const first = await sent(visitor);
  expect(first.answers.map((answer) => answer.related_question_body)).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(String),
  );
  expect(first.pager).toEqual({ current_page: 1, total_pages: 2, total_count: 11, limit: 10 });
  expect((await sent(visitor, "2")).answers).toHaveLength(1);
  const beyond = await sent(visitor, "3");
  expect(beyond).toMatchObject({ answers: [], pager: { total_count: 11, total_pages: 2 } });
  const signedIn = await sent(mei);
  expect(signedIn.answers).toHaveLength(3);
  expect(signedIn.pager).toEqual({ current_page: 1, total_pages: 2, total_count: 4, limit: 3 });
});

test("PRIV-12 nobody finds the answers to another's questions", async () => {
  await answered(site.visitor(), "だれの？");
  expect((await sent(site.visitor())).answers).toEqual([]);
  const { answers } = await sent(yui);
  expect(answers).toEqual([]);
});

test("PROF-16 PROF-17 answers count as unread until the send tab is opened", async () => {
  await answered(kenta, "一");
  await answered(kenta, "二");
  expect(await unread(kenta)).toBe(2);
  const me = (await kenta.send(getCurrentUser, {})).data;
  expect(me).toMatchObject({ user: { unread_answers_count: 2 } });
  expect((await kenta.send(readSendItems, {})).status).toBe(204);
  expect(await unread(kenta)).toBe(0);
  expect((await sent(kenta)).answers.every(({ is_unread }) => !is_unread)).toBe(true);
  await answered(kenta, "三");
  expect(await unread(kenta)).toBe(1);
  expect((await sent(kenta)).answers.map(({ is_unread }) => is_unread)).toEqual([
    true,
    false,
    false,
  ]);
});

test("PROF-16 a visitor's count is cleared too, and nobody else's is", async () => {
  const visitor = site.visitor();
  await answered(visitor, "見た？");
  await answered(kenta, "四");
  const others = await unread(kenta);
  expect(await unread(visitor)).toBe(1);
  await visitor.send(readSendItems, {});
  expect(await unread(visitor)).toBe(0);
  expect(await unread(kenta)).toBe(others);
});

test("PROF-17 counts are whole numbers for everyone", async () => {
  for (const who of [yui, kenta, site.visitor()]) {
    const { data } = await who.send(getUnreadCounts, {});
    expect(Object.keys(data).sort()).toEqual([
      "messages",
      "notices",
      "received_items",
      "send_items",
    ]);
    expect(Object.values(data).every(Number.isInteger)).toBe(true);
  }
});

test("ASK-10 ASK-17 the sender finds the stamp and the choices that they asked by", async () => {
  const visitor = site.visitor();
  const options = ["海", "山"];
  const asked = [
    { account: "yui", stamp_id: "eat" },
    { account: "yui", body: "どっち？", options },
  ];
  for (const body of asked) {
    const question_id = (await visitor.send(postQuestion, { body })).data.uuid_hash;
    const chosen = "options" in body ? { chosen_option: 1 } : {};
    await yui.send(postAnswer, { params: { question_id }, body: { text: "はい", ...chosen } });
  }
  const found = (await sent(visitor)).answers.map((answer) => [
    answer.related_question_stamp,
    answer.related_question_options,
    answer.chosen_option,
  ]);
  expect(found).toEqual([
    [null, options, 1],
    [{ id: "eat", stamp_image: { url: "/stamps/eat.svg" } }, null, null],
  ]);
});
