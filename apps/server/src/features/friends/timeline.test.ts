import { postAnswer } from "@toibako/contract/answers.ts";
import {
  listRecommendedContents,
  listTimeline,
  timelineBatch,
} from "@toibako/contract/friends/timeline.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityAnswer,
  storeCommunityQuestion,
} from "#platform/testing/communities.ts";
import { openSite } from "#platform/testing/site.ts";
import { rankRecommendedAnswers } from "./commands/recommended-answers.ts";

// Yui reads the timeline; Kenta, Aoi and Mei answer. Aoi's language is English.
const site = await openSite();
const { services } = site;
const { executeSql } = services.database;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const aoi = await site.registerPerson("aoi", "en");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();
await storeCommunity(services, "harbour");

const accountOf = new Map([
  [kenta, "kenta"],
  [aoi, "aoi"],
  [mei, "mei"],
]);

/** Sends a visitor's question to an account, which answers it; returns the id of the answer. */
async function askAndAnswer(
  answerer: Browser,
  text: string,
  locale: "ja" | "en" = "ja",
): Promise<string> {
  const body = { account: accountOf.get(answerer) ?? "", body: `${text}？`, locale };
  const asked = await site.openBrowser().send(postQuestion, { body });
  const answered = await answerer.send(postAnswer, {
    params: { question_id: asked.data.uuid_hash },
    body: { text },
  });
  return answered.data.answer.id;
}

const follow = (person: Browser, account: string) =>
  person.send(postFollow, { params: { account } });
const like = (viewer: Browser, answer_id: string) =>
  viewer.send(toggleLike, { body: { answer_id } });

async function readTimeline(viewer: Browser, last_answer_id?: string) {
  const query = last_answer_id === undefined ? {} : { last_answer_id };
  const { status, data } = await viewer.send(listTimeline, { query });
  return { status, items: data?.items ?? [] };
}
const listTexts = async (viewer: Browser, last_answer_id?: string) =>
  (await readTimeline(viewer, last_answer_id)).items.map(({ answer_body }) => answer_body);

async function listRecommended(viewer: Browser, locale: "ja" | "en" = "ja") {
  await rankRecommendedAnswers(services.db);
  const { data } = await viewer.send(listRecommendedContents, { query: { locale } });
  return data.items.map(({ answer_body }) => answer_body);
}

test("FRND-09 the timeline returns 204 without answers of friends, and 404 for an unknown cursor", async () => {
  expect((await readTimeline(yui)).status).toBe(204);
  await follow(yui, "kenta");
  expect((await readTimeline(yui)).status).toBe(204);
  expect((await readTimeline(yui, "A".repeat(22))).status).toBe(404);
  expect((await readTimeline(visitor)).status).toBe(401);
});

test("FRND-09 FRND-11 the timeline lists friends' answers, also those in communities, newest first", async () => {
  const first = await askAndAnswer(kenta, "一つ目");
  await askAndAnswer(mei, "友だちではない");
  const question = await storeCommunityQuestion(services, "harbour", { body: "みんなへ" });
  await storeCommunityAnswer(services, question, "kenta", "コミュニティで");
  await like(yui, first);
  const { items } = await readTimeline(yui);
  expect(items.map(({ answer_body }) => answer_body)).toEqual(["コミュニティで", "一つ目"]);
  expect(items[0]?.associated_community).toMatchObject({ id: "harbour" });
  expect(items[1]).toMatchObject({
    answer_id: first,
    answer_likes_count: 1,
    is_liked: true,
    answered_user_account: "kenta",
  });
});

test("FRND-10 the timeline continues after the last answer, in pages of 20", async () => {
  await follow(yui, "mei");
  for (let index = 0; index < timelineBatch; index += 1) {
    await askAndAnswer(index % 2 ? kenta : mei, `回答${index}`);
  }
  const first = await readTimeline(yui);
  expect(first.items.map(({ answer_body }) => answer_body)).toEqual(
    Array.from({ length: timelineBatch }, (_, index) => `回答${timelineBatch - 1 - index}`),
  );
  const last = first.items.at(-1)?.answer_id;
  expect(await listTexts(yui, last)).toEqual(["コミュニティで", "友だちではない", "一つ目"]);
});

test("FRND-10 an account with hundreds of friends gets the same timeline", async () => {
  const expected = await readTimeline(yui);
  const last = expected.items.at(5)?.answer_id;
  const older = await listTexts(yui, last);
  await executeSql("update users set follows_count = 5000 where account = 'yui'");
  expect((await readTimeline(yui)).items).toEqual(expected.items);
  expect(await listTexts(yui, last)).toEqual(older);
  await executeSql("update users set follows_count = 2 where account = 'yui'");
});

test("FRND-09 the timeline shows sensitive answers only to accounts that chose to see them", async () => {
  const id = await askAndAnswer(kenta, "どきどき");
  await executeSql(
    `update questions set is_ad_default = false
    where pk = (select question_pk from answers where id = $1)`,
    [id],
  );
  expect(await listTexts(yui)).not.toContain("どきどき");
  await yui.send(putUser, { body: { is_show_sensitive_content: true } });
  expect((await listTexts(yui))[0]).toBe("どきどき");
  await yui.send(putUser, { body: { is_show_sensitive_content: false } });
});

test("FRND-09 the timeline leaves out reported answers and answers of left accounts", async () => {
  const question = await storeCommunityQuestion(services, "harbour", { body: "もう一つ" });
  const reported = await storeCommunityAnswer(services, question, "kenta", "通報される");
  expect((await listTexts(yui))[0]).toBe("通報される");
  await yui.send(postReport, { body: { mode: "unit", answer_id: reported } });
  expect(await listTexts(yui)).not.toContain("通報される");
  await executeSql("update users set left_at = now() where account = 'mei'");
  const { items } = await readTimeline(yui);
  expect(new Set(items.map((item) => item.answered_user_account))).toEqual(new Set(["kenta"]));
  await executeSql("update users set left_at = null where account = 'mei'");
});

// The text of each answer is a number; newer answers have higher numbers.
test("FRND-09 FRND-10 the pages of a timeline are complete if the newest answers of friends are hidden", async () => {
  const sota = await site.registerPerson("sota");
  const accounts = Array.from({ length: 30 }, (_, at) => `friend_${at}`);
  await executeSql(
    `insert into users (id, account, displaying_name, locale)
    select account, account, account, 'ja' from unnest($1::text[]) account`,
    [accounts],
  );
  await executeSql(
    `insert into follows (follower_pk, followed_pk)
    select follower.pk, followed.pk from users follower, users followed
    where follower.account = 'sota' and followed.account = any($1)`,
    [accounts],
  );
  const ids: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const question = await storeCommunityQuestion(services, "harbour", { body: `${round}` });
    for (const [at, account] of accounts.entries()) {
      const text = `${round * accounts.length + at}`;
      ids.push(await storeCommunityAnswer(services, question, account, text));
    }
  }
  // The last answers of most friends are sensitive or reported. One friend has left, one is blocked.
  const sensitive = ids.filter((_, n) => n >= 120 && n % 3 > 0);
  await executeSql("update answers set is_ad_default = false where id = any($1)", [sensitive]);
  const reported = ids.filter((_, n) => n >= 90 && n % 12 === 0);
  for (const answer_id of reported) {
    await sota.send(postReport, { body: { mode: "unit", answer_id } });
  }
  await executeSql("update users set left_at = now() where account = 'friend_3'");
  await sota.send(postBlock, { body: { account: "friend_6" } });
  const expected = ids
    .map((id, n) => ({ id, n }))
    .filter(({ id, n }) => !sensitive.includes(id) && !reported.includes(id) && n % 30 !== 3)
    .filter(({ n }) => n % 30 !== 6)
    .map(({ n }) => `${n}`)
    .reverse();
  // Few friends and many friends are read by different statements.
  for (const follows_count of [30, 5000]) {
    await executeSql("update users set follows_count = $1 where account = 'sota'", [follows_count]);
    const found: string[] = [];
    let last: string | undefined;
    do {
      const { items } = await readTimeline(sota, last);
      found.push(...items.map(({ answer_body }) => answer_body ?? ""));
      last = items.at(-1)?.answer_id;
    } while (last !== undefined);
    expect(found).toEqual(expected);
  }
});

test("FRND-12 the recommended answers of a language are ranked by likes and age, at most one of each answerer", async () => {
  await executeSql("delete from answers");
  await askAndAnswer(kenta, "ふつう");
  const liked = await askAndAnswer(kenta, "人気");
  const old = await askAndAnswer(mei, "古い");
  await askAndAnswer(aoi, "english", "en");
  for (const id of [liked, liked, liked, old]) await like(site.openBrowser(), id);
  await executeSql("update answers set answered_at = now() - interval '3 days' where id = $1", [
    old,
  ]);
  expect(await listRecommended(visitor)).toEqual(["人気", "古い"]);
  expect(await listRecommended(visitor, "en")).toEqual(["english"]);
  // Likes count half as much every 48 hours, so an answer that is 3 days older needs about three times as many.
  for (let index = 0; index < 12; index += 1) await like(site.openBrowser(), old);
  expect(await listRecommended(visitor)).toEqual(["古い", "人気"]);
  await executeSql("update answers set answered_at = now() - interval '8 days' where id = $1", [
    old,
  ]);
  expect(await listRecommended(visitor)).toEqual(["人気"]);
});

test("FRND-12 recommended answers leave out the viewer's own, friends', blocked and sensitive answers", async () => {
  await askAndAnswer(mei, "めいの");
  expect(await listRecommended(kenta)).toEqual(["めいの"]);
  expect(await listRecommended(yui)).toEqual([]);
  const ren = await site.registerPerson("ren");
  expect(new Set(await listRecommended(ren))).toEqual(new Set(["人気", "めいの"]));
  await ren.send(postBlock, { body: { account: "mei" } });
  expect(await listRecommended(ren)).toEqual(["人気"]);
  await executeSql("update questions set is_ad_default = false");
  const { data } = await visitor.send(listRecommendedContents, { query: { locale: "ja" } });
  expect(data.items).toEqual([]);
  expect(await listRecommended(visitor)).toEqual([]);
});
