import {
  claimUserAchievement,
  listUserAchievements,
  shareUserAchievement,
  shareUserAchievementPut,
} from "@toibako/contract/achievements.ts";
import { deleteAnswer, postAnswer } from "@toibako/contract/answers.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { people } from "@toibako/sandbox/people.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";
import { findEarnedKinds } from "./policy.ts";

const site = await openProviderSite();
const { sandbox, signInWithProvider, services } = site;
const kenta = await site.registerPerson("kenta", "en");

/** Kenta asks the account a question, and `who` answers it. */
async function askAndAnswer(answerer: Browser, account: string) {
  const question_id = await site.askQuestion(kenta, account, "Why?");
  const call = { params: { question_id }, body: { text: "So" } };
  return (await answerer.send(postAnswer, call)).data.answer.id;
}

const readEarned = async (person: Browser) =>
  (await person.send(listUserAchievements, {})).data.user_achievements;
const readKinds = async (person: Browser) => (await readEarned(person)).map(({ kind }) => kind);
const claimAchievement = async (person: Browser) =>
  (await person.send(claimUserAchievement, {})).data.user_achievement?.kind;
const setCount = (account: string, column: string, count: number) =>
  services.database.executeSql(`update users set ${column} = $2 where account = $1`, [
    account,
    count,
  ]);

test("ANS-12 each achievement is earned at its number of answers or likes and not before", () => {
  expect(findEarnedKinds({ answers: 0, likes: 9, community_answers: 0 })).toEqual([]);
  expect(findEarnedKinds({ answers: 1, likes: 10 })).toEqual(["answers_1", "likes_10"]);
  expect(findEarnedKinds({ answers: 99 })).toEqual(["answers_1", "answers_10", "answers_50"]);
  expect(findEarnedKinds({ answers: 500, likes: 100 })).toEqual([
    ...["answers_1", "answers_10", "answers_50", "answers_100", "answers_500"],
    ...["likes_10", "likes_100"],
  ]);
  expect(findEarnedKinds({ answers: 1000, likes: 1000, community_answers: 1 })).toHaveLength(10);
});

test("ANS-12 the first and the tenth answer earn achievements, each only once", async () => {
  const yui = await site.registerPerson("yui", "en");
  const id = await askAndAnswer(yui, "yui");
  expect(await readKinds(yui)).toEqual([]);
  await services.jobs.drain();
  expect(await readEarned(yui)).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      kind: "answers_1",
      counted: "answers",
      count: 1,
      earned_at: expect.stringMatching(/^\d{4}-.*Z$/),
      formatted_date: expect.stringMatching(/^(today|yesterday)$/),
      is_shown: false,
      is_shared: false,
    },
  ]);
  await yui.send(deleteAnswer, { params: { id } });
  await askAndAnswer(yui, "yui");
  await services.jobs.drain();
  expect(await readKinds(yui)).toEqual(["answers_1"]);
  await setCount("yui", "answers_count", 9);
  await askAndAnswer(yui, "yui");
  await services.jobs.drain();
  expect(await readKinds(yui)).toEqual(["answers_10", "answers_1"]);
});

test("ANS-12 the tenth like earns an achievement, which is kept when a like is withdrawn and not earned twice", async () => {
  const mei = await site.registerPerson("mei", "en");
  const answer_id = await askAndAnswer(mei, "mei");
  await setCount("mei", "answer_likes_count", 8);
  const toggleLikeOf = (viewer: Browser) => viewer.send(toggleLike, { body: { answer_id } });
  const visitor = site.openBrowser();
  await toggleLikeOf(visitor);
  await services.jobs.drain();
  expect(await readKinds(mei)).toEqual(["answers_1"]);
  await toggleLikeOf(kenta);
  await services.jobs.drain();
  expect(await readKinds(mei)).toEqual(["likes_10", "answers_1"]);
  await toggleLikeOf(visitor);
  await services.jobs.drain();
  expect(await readKinds(mei)).toEqual(["likes_10", "answers_1"]);
  await toggleLikeOf(visitor);
  await services.jobs.drain();
  expect(await readKinds(mei)).toEqual(["likes_10", "answers_1"]);
});

test("ANS-13 of several devices, only one claims each achievement", async () => {
  const sora = await site.registerPerson("sora", "en");
  await setCount("sora", "answers_count", 49);
  await askAndAnswer(sora, "sora");
  await services.jobs.drain();
  const other = await site.signInAgain("sora", "en");
  const devices = [sora, other, sora, other, sora, other];
  const taken = await Promise.all(devices.map(claimAchievement));
  expect(new Set(taken.filter(Boolean))).toEqual(
    new Set(["answers_1", "answers_10", "answers_50"]),
  );
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await claimAchievement(other)).toBeUndefined();
  expect((await readEarned(sora)).every(({ is_shown }) => is_shown)).toBe(true);
  expect(await claimAchievement(kenta)).toBeUndefined();
});

test("ANS-14 only the owner of an achievement can post it on the linked X account, and POST and PUT together post it once", async () => {
  const [mina = ""] = people.map(({ subject }) => subject);
  const rin = await site.registerPerson("rin", "en");
  await askAndAnswer(rin, "rin");
  await services.jobs.drain();
  const [achievement] = await readEarned(rin);
  const call = { params: { id: achievement?.id ?? "" }, body: { provider: "twitter" } } as const;
  const shareAchievement = (person: Browser) => person.send(shareUserAchievement, call);

  const unlinked = await shareAchievement(rin);
  expect([unlinked.status, unlinked.error?.code]).toEqual([422, "refused"]);
  expect((await shareAchievement(kenta)).status).toBe(404);
  expect((await shareAchievement(site.openBrowser())).status).toBe(401);
  expect((await readEarned(rin))[0]?.is_shared).toBe(false);

  await signInWithProvider(rin, "twitter", mina, { link: "1", locale: "en" });
  sandbox.postingFailure.status = 503;
  expect((await shareAchievement(rin)).status).toBe(503);
  delete sandbox.postingFailure.status;
  expect((await readEarned(rin))[0]?.is_shared).toBe(false);
  expect((await shareAchievement(rin)).status).toBe(204);
  expect((await rin.send(shareUserAchievementPut, call)).status).toBe(204);
  expect(sandbox.posts).toEqual([
    {
      provider: "twitter",
      subject: mina,
      text: "I gave my first answer! | Toibako #toibako\nhttp://localhost:3000/en/rin",
    },
  ]);
  expect((await readEarned(rin))[0]?.is_shared).toBe(true);
  const wrong = { ...call, body: { provider: "facebook" } };
  expect((await rin.send(shareUserAchievement, wrong as never)).status).toBe(400);
});
