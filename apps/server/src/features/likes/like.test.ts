import { visitorHintCookie } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { getIconUrl } from "@toibako/contract/avatars.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getAnswerLikes, toggleLike, toggleLikePut } from "@toibako/contract/likes.ts";
import { getNews, getSocialProfile, getUser, listMostLiked } from "@toibako/contract/profiles.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

async function createAnswer() {
  const question_id = await site.askQuestion(kenta, "yui", "いい？");
  const call = { params: { question_id }, body: { text: "いい" } };
  return (await yui.send(postAnswer, call)).data.answer.id;
}

/**
 * Returns the count of an answer's likes, whether the viewer likes it, and whether the viewer may like it.
 */
async function readLike(answer_id: string, viewer: Browser) {
  const { items } = (await viewer.send(listItems, { query: { account: "yui" } })).data;
  const item = items.find((candidate) => candidate.answer_id === answer_id);
  return [item?.answer_likes_count, item?.is_liked, item?.may_like];
}

test.each([
  ["POST", toggleLike],
  ["PUT", toggleLikePut],
] as const)(
  "PROF-12 PROF-13 %s toggles the like of an account and of a visitor",
  async (_, endpoint) => {
    const answer_id = await createAnswer();
    const visitor = site.openBrowser();
    const toggle = async (viewer: Browser) =>
      (await viewer.send(endpoint, { body: { answer_id } })).data;
    expect(await toggle(kenta)).toEqual({ answer_id, toggle_type: "increment" });
    expect(await readLike(answer_id, kenta)).toEqual([1, true, true]);
    expect(await toggle(visitor)).toEqual({ answer_id, toggle_type: "increment" });
    expect(await readLike(answer_id, visitor)).toEqual([2, true, true]);
    expect(await toggle(kenta)).toEqual({ answer_id, toggle_type: "decrement" });
    expect(await readLike(answer_id, kenta)).toEqual([1, false, true]);
  },
);

test("VISIT-07 VISIT-09 the first like of a visitor without a cookie sets one", async () => {
  const answer_id = await createAnswer();
  const visitor = site.openBrowser();
  await visitor.send(toggleLike, { body: { answer_id } });
  expect([...visitor.cookies.keys()]).toEqual(["__Host-visitor", visitorHintCookie]);
});

test("PROF-15 nobody may like their own answer: `may_like` is false and the server refuses", async () => {
  const answer_id = await createAnswer();
  expect(await readLike(answer_id, yui)).toEqual([0, false, false]);
  const refused = await yui.send(toggleLike, { body: { answer_id } });
  expect(refused.status).toBe(403);
  expect(await readLike(answer_id, kenta)).toEqual([0, false, true]);
});

test.each(["AAAAAAAAAAAAAAAAAAAAAA", "", "x", "' or true --"])(
  "PROF-12 a like of %j is refused",
  async (answer_id) => {
    expect((await kenta.send(toggleLike, { body: { answer_id } })).status).toBe(404);
  },
);

test("PROF-12 after two hundred simultaneous toggles by forty visitors, the counters equal the numbers of rows", async () => {
  const answers = [await createAnswer(), await createAnswer()];
  const visitors = Array.from({ length: 40 }, () => site.openBrowser());
  // The first like of each visitor sets their cookie.
  await Promise.all(
    visitors.map((visitor) => visitor.send(toggleLike, { body: { answer_id: answers[0] ?? "" } })),
  );
  const replies = await Promise.all(
    Array.from({ length: 200 }, async (_, index) =>
      visitors[index % 40]?.send(toggleLike, { body: { answer_id: answers[index % 2] ?? "" } }),
    ),
  );
  expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([200]));
  const { rows } = await site.services.database.executeSql(`
    select a.likes_count, count(likes.*)::int as rows from answers a
    left join answer_likes likes on likes.answer_pk = a.pk group by a.pk`);
  const counted = rows as { likes_count: number; rows: number }[];
  for (const { likes_count, rows } of counted) expect(likes_count).toBe(rows);
  const total = counted.reduce((sum, { likes_count }) => sum + likes_count, 0);
  const { user } = (await kenta.send(getUser, { params: { id: "yui" } })).data;
  expect(user.answer_likes_count).toBe(total);
});

test("PROF-14 an endpoint returns the likes of one answer", async () => {
  const answer_id = await createAnswer();
  const readAnswerLikes = (viewer: Browser) =>
    viewer.send(getAnswerLikes, { query: { answer_id } });
  expect((await readAnswerLikes(kenta)).data).toEqual({
    answer_id,
    answer_likes_count: 0,
    is_liked: false,
  });
  await kenta.send(toggleLike, { body: { answer_id } });
  expect((await readAnswerLikes(kenta)).data).toEqual({
    answer_id,
    answer_likes_count: 1,
    is_liked: true,
  });
  expect((await readAnswerLikes(yui)).data).toEqual({
    answer_id,
    answer_likes_count: 1,
    is_liked: false,
  });
  expect((await readAnswerLikes(site.openBrowser())).data.is_liked).toBe(false);
  const none = { query: { answer_id: "AAAAAAAAAAAAAAAAAAAAAA" } };
  expect((await kenta.send(getAnswerLikes, none)).status).toBe(404);
  expect((await kenta.sendRaw("GET", "/api/v1/answer_likes")).status).toBe(400);
});

test("PROF-21 two endpoints return a profile, with an avatar in place of a missing picture", async () => {
  const call = { params: { id: "YUI" } };
  const { data } = await kenta.send(getUser, call);
  expect(data.user).toMatchObject({ account: "yui", icon_url: getIconUrl("yui", null) });
  expect((await kenta.send(getSocialProfile, call)).data).toEqual(data);
  expect((await kenta.send(getSocialProfile, { params: { id: "nobody" } })).status).toBe(404);
  await site.services.database.executeSql(
    "update users set icon_url = '/icons/yui.png' where account = 'yui'",
  );
  expect((await kenta.send(getSocialProfile, call)).data.user.icon_url).toBe("/icons/yui.png");
});

test("FEEL-08 FEEL-13 an account can read what is new since yesterday, and everybody can read its most liked answers", async () => {
  const nao = await site.registerPerson("nao_news", "en");
  expect((await nao.send(getNews, {})).data).toMatchObject({ followers: 0, liked_answers: 0 });
  const question_id = await site.askQuestion(kenta, "nao_news", "Which\nbean?");
  const query = { account: "nao_news" };
  await nao.send(postAnswer, { params: { question_id }, body: { text: "Moka" } });
  expect((await nao.send(listMostLiked, { query })).data.items).toEqual([]);
  const { items } = (await kenta.send(listItems, { query })).data;
  await kenta.send(toggleLike, { body: { answer_id: items[0]?.answer_id ?? "" } });
  expect((await site.openBrowser().send(listMostLiked, { query })).data.items).toEqual([
    {
      uuid_hash: question_id,
      body: "Which bean?",
      answer_id: items[0]?.answer_id,
      associated_community: null,
      answer_likes_count: 1,
    },
  ]);
});
