import { getUnreadCounts, login, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listSendQuestions, readSendItems } from "@toibako/contract/outbox.ts";
import { forgetVisitor } from "@toibako/contract/privacy.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

// Yui receives and answers every question; Kenta is a sender with an account.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

async function askAndAnswer(sender: Browser, body: string) {
  const question_id = await site.askQuestion(sender, "yui", body);
  const call = { params: { question_id }, body: { text: `${body}!` } };
  return (await yui.send(postAnswer, call)).data.answer.id;
}

/** Returns the number of likes of an answer, and whether the viewer likes it. */
async function findLikes(answer_id: string, viewer: Browser) {
  const { items } = (await viewer.send(listItems, { query: { account: "yui" } })).data;
  const item = items.find((candidate) => candidate.answer_id === answer_id);
  return [item?.answer_likes_count, item?.is_liked];
}

async function countUnreadAnswers(viewer: Browser) {
  return (await viewer.send(getUnreadCounts, {})).data.send_items;
}

async function countTotalLikes() {
  return (await yui.send(getUser, { params: { id: "yui" } })).data.user.answer_likes_count;
}

test("VISIT-10 a visitor who registers finds their questions and likes in the account", async () => {
  const visitor = site.openBrowser();
  const answer_id = await askAndAnswer(visitor, "一");
  await visitor.send(toggleLike, { body: { answer_id } });
  await visitor.send(register, { body: { account: "haru", password, locale: "ja" } });
  expect([...visitor.cookies.keys()]).toEqual([
    "__Host-session",
    "__Host-confirmed",
    "__Host-known",
  ]);
  const { answers } = (await visitor.send(listSendQuestions, {})).data;
  expect(answers.map(({ id }) => id)).toEqual([answer_id]);
  expect(await findLikes(answer_id, visitor)).toEqual([1, true]);
});

test("VISIT-10 an answer liked by both visitor and account counts one like after signing in", async () => {
  const answer_id = await askAndAnswer(kenta, "二");
  const visitor = site.openBrowser();
  await kenta.send(toggleLike, { body: { answer_id } });
  await visitor.send(toggleLike, { body: { answer_id } });
  expect((await findLikes(answer_id, kenta))[0]).toBe(2);
  const before = await countTotalLikes();
  await visitor.send(login, { body: { account: "kenta", password } });
  expect(await findLikes(answer_id, kenta)).toEqual([1, true]);
  expect(await countTotalLikes()).toBe(before - 1);
});

test("VISIT-10 PROF-15 signing in removes the visitor's likes of the account's own answers", async () => {
  const answer_id = await askAndAnswer(kenta, "三");
  const before = await countTotalLikes();
  const visitor = site.openBrowser();
  await visitor.send(toggleLike, { body: { answer_id } });
  await visitor.send(login, { body: { account: "yui", password } });
  expect(await findLikes(answer_id, visitor)).toEqual([0, false]);
  expect(await countTotalLikes()).toBe(before);
});

test("VISIT-10 after signing in the old visitor cookie shows nothing, and the cookies of other visitors stay valid", async () => {
  const visitor = site.openBrowser();
  const other = site.openBrowser();
  await askAndAnswer(visitor, "四");
  const answerToOther = await askAndAnswer(other, "五");
  const cookies = new Map(visitor.cookies);
  await visitor.send(login, { body: { account: "kenta", password } });
  const copy = site.openBrowser();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  expect((await copy.send(listSendQuestions, {})).data.answers).toEqual([]);
  const { answers } = (await other.send(listSendQuestions, {})).data;
  expect(answers.map(({ id }) => id)).toEqual([answerToOther]);
});

test("VISIT-10 SAFE-15 unread answers of a visitor are counted for the account only, and one request marks all of them as read", async () => {
  const visitor = site.openBrowser();
  await askAndAnswer(visitor, "五");
  await askAndAnswer(visitor, "六");
  await site.services.jobs.drain();
  const copy = site.openBrowser();
  copy.cookies.set("__Host-visitor", visitor.cookies.get("__Host-visitor") ?? "");
  expect(await countUnreadAnswers(copy)).toBe(2);

  const body = { account: "nana", password, locale: "ja" } as const;
  const registered = await visitor.send(register, { body });
  expect(registered.data.user.unread_answers_count).toBe(2);
  expect(await countUnreadAnswers(visitor)).toBe(2);
  // A copy of the visitor cookie can no longer read or delete anything.
  expect(await countUnreadAnswers(copy)).toBe(0);
  await copy.send(readSendItems, {});
  await copy.send(forgetVisitor, {});
  expect(await countUnreadAnswers(visitor)).toBe(2);

  await askAndAnswer(visitor, "七");
  await site.services.jobs.drain();
  expect(await countUnreadAnswers(visitor)).toBe(3);
  await visitor.send(readSendItems, {});
  expect(await countUnreadAnswers(visitor)).toBe(0);
  const { answers } = (await visitor.send(listSendQuestions, {})).data;
  expect(answers.map(({ is_unread }) => is_unread)).toEqual([false, false, false]);
});
