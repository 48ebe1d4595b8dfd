import { deleteAnswer, putAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import {
  deleteCommunityQuestion,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { forgetVisitor } from "@toibako/contract/privacy.ts";
import { getUser, listMostLiked } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks; Yui and Aoi answer; Mei reads in English.
const site = await openSite();
const kenta = await site.registerPerson("kenta");
const yui = await site.registerPerson("yui");
const aoi = await site.registerPerson("aoi");
const mei = await site.registerPerson("mei", "en");
const visitor = site.openBrowser();

const games = { community_id: "games", category_id: "hobby" };
const gamesPage = "/communities/games/categories/hobby";
const gamesCommunity = { id: "games", category_id: "hobby", name: "ゲーム", is_popular: false };

const ask = async (body: string, browser = kenta) =>
  (await browser.send(postCommunityQuestion, { params: games, body: { body } })).data.uuid_hash;

async function answer(browser: Browser, uuid: string, body: string) {
  const params = { ...games, uuid };
  const { data } = await browser.send(postCommunityAnswer, { params, body: { body } });
  return data.answer.id;
}

const fetchQuestion = (browser: Browser, id: string, answer_id?: string) =>
  browser.send(getQuestion, {
    params: { id },
    query: answer_id === undefined ? {} : { answer_id },
  });

const listAnswersOf = async (account: string, browser: Browser = visitor) =>
  (await browser.send(listItems, { query: { account } })).data;

/** Executes a statement and returns the first row, if there is one. */
async function runSql(sql: string, ...values: unknown[]) {
  const { rows } = await site.services.database.executeSql(sql, values);
  return rows[0] as Record<string, unknown> | undefined;
}

/** Reads the numbers of answers and likes that a profile shows. */
async function readCounts(browser: Browser, id: string) {
  const { user } = (await browser.send(getUser, { params: { id } })).data;
  return [user.answers_count, user.answer_likes_count];
}

const findQuestionRow = (uuid: string) =>
  runSql(
    `select q.status, q.is_answered, listed.answers_count from questions q
    left join community_questions listed on listed.question_pk = q.pk where q.uuid_hash = $1`,
    uuid,
  );

test("COMM-42 PROF-06 one question is listed on the profiles of all who answered it, each with their answer and the community", async () => {
  const uuid = await ask("最初に遊んだゲームは？");
  const ids = [await answer(yui, uuid, "マリオ"), await answer(aoi, uuid, "ゼルダ")];
  for (const [index, account] of ["yui", "aoi"].entries()) {
    const [item] = (await listAnswersOf(account)).items;
    expect(item).toMatchObject({
      uuid_hash: uuid,
      body: "最初に遊んだゲームは？",
      answer_id: ids[index],
      answered_user_account: account,
      associated_community: gamesCommunity,
      is_deleted: false,
      is_ad_default: true,
    });
  }
  const [inEnglish] = (await listAnswersOf("yui", mei)).items;
  expect(inEnglish?.associated_community?.name).toBe("Games");
  expect((await listAnswersOf("yui")).pager.total_count).toBe(1);
});

test("COMM-33 COMM-42 an item tells whether its community is popular in the question's language", async () => {
  const uuid = await ask("人気？");
  await answer(yui, uuid, "はい");
  await runSql(
    `update community_languages set is_popular = locale = 'ja'
    where community_pk = (select pk from communities where id = 'games')`,
  );
  expect((await listAnswersOf("yui")).items[0]?.associated_community?.is_popular).toBe(true);
  await runSql("update community_languages set is_popular = locale = 'en'");
  expect((await listAnswersOf("yui")).items[0]?.associated_community?.is_popular).toBe(false);
  await runSql("update community_languages set is_popular = false");
});

test("COMM-24 PROF-10 the address with an answer's id shows the question with that answer, and without one only the question", async () => {
  const uuid = await ask("何時間？");
  const id = await answer(yui, uuid, "三時間");
  const other = await answer(aoi, uuid, "一日中");
  const { question } = (await fetchQuestion(visitor, uuid, id)).data;
  expect(question).toMatchObject({
    uuid_hash: uuid,
    body: "何時間？",
    account: "yui",
    status: "confirmed",
    is_mine: false,
    associated_community: gamesCommunity,
    item: { answer_id: id, answer_body: "三時間", associated_community: gamesCommunity },
  });
  expect((await fetchQuestion(yui, uuid, id)).data.question.is_mine).toBe(true);
  expect((await fetchQuestion(yui, uuid, other)).data.question.is_mine).toBe(false);
  const questionOnly = (await fetchQuestion(visitor, uuid)).data.question;
  expect(questionOnly).toMatchObject({
    item: null,
    account: "",
    associated_community: gamesCommunity,
  });
  expect(questionOnly.is_mine).toBe(false);
});

test("COMM-24 an answer to another question, an unknown answer and a question that is held are not found, but its sender sees it", async () => {
  const uuid = await ask("ひとつめ");
  const id = await answer(yui, uuid, "いち");
  const second = await ask("ふたつめ");
  expect((await fetchQuestion(visitor, second, id)).status).toBe(404);
  expect((await fetchQuestion(visitor, uuid, "A".repeat(22))).status).toBe(404);
  expect((await fetchQuestion(visitor, uuid, "")).status).toBe(404);
  await runSql("update questions set status = 'held' where uuid_hash = $1", uuid);
  for (const browser of [visitor, yui]) {
    expect((await fetchQuestion(browser, uuid)).status).toBe(404);
    expect((await fetchQuestion(browser, uuid, id)).status).toBe(404);
  }
  expect((await fetchQuestion(kenta, uuid)).status).toBe(200);
});

test("COMM-45 a viewer does not find a question or an answer that they have reported", async () => {
  const uuid = await ask("通報");
  const id = await answer(yui, uuid, "いや");
  const other = await answer(aoi, uuid, "いい");
  const report = (answer_id: string | null) =>
    runSql(
      `insert into community_reports (reporter_pk, question_pk, answer_pk, reported_hour)
      select u.pk, q.pk, (select pk from answers where id = $2), date_trunc('hour', now())
      from questions q, users u where q.uuid_hash = $1 and u.account = 'mei'`,
      uuid,
      answer_id,
    );
  await report(id);
  expect((await fetchQuestion(mei, uuid, id)).status).toBe(404);
  expect((await fetchQuestion(mei, uuid, other)).status).toBe(200);
  expect((await fetchQuestion(mei, uuid)).status).toBe(200);
  await report(null);
  expect((await fetchQuestion(mei, uuid, other)).status).toBe(404);
  expect((await fetchQuestion(mei, uuid)).status).toBe(404);
  expect((await fetchQuestion(visitor, uuid, id)).status).toBe(200);
});

test("COMM-24 the answers listed below an answer are other answers of its answerer", async () => {
  const uuid = await ask("だれの？");
  const id = await answer(yui, uuid, "わたしの");
  await answer(aoi, uuid, "ぼくの");
  const send = (query: { answer_id?: string }) =>
    visitor.send(listLatestAnswers, { params: { uuid }, query });
  const { items, pager } = (await send({ answer_id: id })).data;
  expect(new Set(items.map((item) => item.answered_user_account))).toEqual(new Set(["yui"]));
  expect(items.map(({ answer_id }) => answer_id)).not.toContain(id);
  const [count] = await readCounts(visitor, "yui");
  expect(pager.total_count).toBe(Number(count) - 1);
  expect((await send({})).status).toBe(404);
});

test("COMM-45 the answerer deletes their answer with its likes; the question stays and can be answered again", async () => {
  const uuid = await ask("消せる？");
  const before = await readCounts(visitor, "yui");
  const first = await answer(aoi, uuid, "残る");
  const id = await answer(yui, uuid, "消す");
  await visitor.send(toggleLike, { body: { answer_id: id } });
  expect(await findQuestionRow(uuid)).toMatchObject({ is_answered: true, answers_count: 2 });

  expect((await aoi.send(deleteAnswer, { params: { id } })).status).toBe(404);
  const [paths] = await site.collectInvalidatedPages(() =>
    yui.send(deleteAnswer, { params: { id } }),
  );
  expect(paths).toEqual(
    expect.arrayContaining([
      "/yui",
      `/q/${uuid}`,
      gamesPage,
      `${gamesPage}/items`,
      `${gamesPage}/items/${uuid}/`,
    ]),
  );
  expect(await readCounts(visitor, "yui")).toEqual(before);
  const withOneAnswer = { status: "shown", is_answered: true, answers_count: 1 };
  expect(await findQuestionRow(uuid)).toMatchObject(withOneAnswer);
  expect((await fetchQuestion(visitor, uuid, id)).status).toBe(404);

  await aoi.send(deleteAnswer, { params: { id: first } });
  const withoutAnswers = { status: "shown", is_answered: false, answers_count: 0 };
  expect(await findQuestionRow(uuid)).toMatchObject(withoutAnswers);
  expect(await answer(yui, uuid, "また")).toMatch(/^[\w-]{22}$/);
  expect(await findQuestionRow(uuid)).toMatchObject(withOneAnswer);
});

test("COMM-45 deleting an answer does not change the counts of the answerer's inbox", async () => {
  const uuid = await ask("箱は？");
  await site.askQuestion(visitor, "yui", "箱の質問");
  const id = await answer(yui, uuid, "消す");
  const read = () =>
    runSql(
      "select unread_questions_count, confirmed_questions_count from users where account = 'yui'",
    );
  const before = await read();
  await yui.send(deleteAnswer, { params: { id } });
  expect(await read()).toEqual(before);
});

test("COMM-45 the row of a deleted question is deleted with its last answer", async () => {
  const uuid = await ask("消えた質問");
  const ids = [await answer(yui, uuid, "一"), await answer(aoi, uuid, "二")];
  await runSql("update questions set status = 'deleted', body = '' where uuid_hash = $1", uuid);
  await runSql(
    "delete from community_questions where question_pk = (select pk from questions where uuid_hash = $1)",
    uuid,
  );
  expect((await fetchQuestion(visitor, uuid)).status).toBe(200);
  const { question } = (await fetchQuestion(visitor, uuid, ids[0])).data;
  expect(question).toMatchObject({
    body: "",
    is_deleted: true,
    item: { body: "", is_deleted: true, answer_body: "一" },
  });
  await yui.send(deleteAnswer, { params: { id: ids[0] ?? "" } });
  expect(await findQuestionRow(uuid)).toMatchObject({ status: "deleted" });
  await aoi.send(deleteAnswer, { params: { id: ids[1] ?? "" } });
  expect(await findQuestionRow(uuid)).toBeUndefined();
});

test("COMM-34 COMM-45 deleting an answer or a question invalidates the cached pages of samples and the home page of visitors", async () => {
  const uuid = await ask("すぐ消える？");
  const id = await answer(yui, uuid, "すぐ消す");
  const samples = ["/", "/communities/samples"];
  const [ofAnswer] = await site.collectInvalidatedPages(() =>
    yui.send(deleteAnswer, { params: { id } }),
  );
  expect(ofAnswer).toEqual(expect.arrayContaining(samples));
  const [ofQuestion] = await site.collectInvalidatedPages(() =>
    kenta.send(deleteCommunityQuestion, { params: { ...games, uuid } }),
  );
  expect(ofQuestion).toEqual(expect.arrayContaining(samples));
});

test("SAFE-15 COMM-23 forgetting a visitor invalidates the cached pages of communities with answers that the visitor liked", async () => {
  const uuid = await ask("だれがいいねした？");
  const id = await answer(yui, uuid, "ないしょ");
  const liker = site.openBrowser();
  await liker.send(toggleLike, { body: { answer_id: id } });
  const [paths] = await site.collectInvalidatedPages(() => liker.send(forgetVisitor, {}));
  expect(paths).toEqual(expect.arrayContaining(["/yui", `${gamesPage}/items/${uuid}`]));
});

test("COMM-45 an answer can be edited for 15 minutes, and an edit invalidates the cached pages of its community", async () => {
  const uuid = await ask("直せる？");
  const id = await answer(yui, uuid, "まえ");
  const edit = () => yui.send(putAnswer, { params: { id }, body: { text: "あと" } });
  const [paths] = await site.collectInvalidatedPages(edit);
  expect(paths).toEqual(
    expect.arrayContaining(["/yui", `/q/${uuid}`, `${gamesPage}/items/${uuid}/`]),
  );
  expect((await fetchQuestion(visitor, uuid, id)).data.question.item?.answer_body).toBe("あと");
  await runSql("update answers set answered_at = now() - interval '16 minutes' where id = $1", id);
  expect((await edit()).error?.code).toBe("edit_too_late");
});

test("PROF-07 COMM-42 marking an answer in a community as sensitive withholds the answer and its question, but no other answer", async () => {
  const uuid = await ask("こわい話は？");
  const id = await answer(yui, uuid, "ここだけの話");
  const other = await answer(aoi, uuid, "こわくない話");
  const mark = (is_ad_default: boolean) =>
    yui.send(putSensitivity, { params: { id: uuid }, body: { is_ad_default } });
  const [paths] = await site.collectInvalidatedPages(() => mark(false));
  expect(paths).toEqual(expect.arrayContaining(["/yui", `${gamesPage}/items/${uuid}/`]));

  const shown = (await fetchQuestion(visitor, uuid, id)).data.question;
  expect(JSON.stringify([shown, await listAnswersOf("yui")])).not.toContain("ここだけの話");
  expect(shown).toMatchObject({ body: "", item: { is_withheld: true, is_ad_default: false } });
  const withOtherAnswer = (await fetchQuestion(visitor, uuid, other)).data.question;
  expect(withOtherAnswer).toMatchObject({ body: "こわい話は？", item: { is_withheld: false } });
  const own = (await fetchQuestion(yui, uuid, id)).data.question;
  expect(own.item).toMatchObject({ is_withheld: false, answer_body: "ここだけの話" });
  await mei.send(putUser, { body: { is_show_sensitive_content: true } });
  expect((await fetchQuestion(mei, uuid, id)).data.question.item?.answer_body).toBe("ここだけの話");
  expect(
    (await kenta.send(putSensitivity, { params: { id: uuid }, body: { is_ad_default: false } }))
      .status,
  ).toBe(404);
  await mark(true);
  expect((await fetchQuestion(visitor, uuid, id)).data.question.item?.is_withheld).toBe(false);
});

test("COMM-23 COMM-42 a like counts for its answer only, and invalidates the cached pages of the community", async () => {
  const uuid = await ask("いいね？");
  const id = await answer(yui, uuid, "うん");
  const other = await answer(aoi, uuid, "まあ");
  const [paths] = await site.collectInvalidatedPages(() =>
    mei.send(toggleLike, { body: { answer_id: id } }),
  );
  expect(paths).toEqual([
    "/yui",
    `/q/${uuid}`,
    gamesPage,
    `${gamesPage}/items`,
    `${gamesPage}/items/${uuid}`,
    `${gamesPage}/items/${uuid}/`,
  ]);
  const liked = (await fetchQuestion(mei, uuid, id)).data.question.item;
  expect(liked).toMatchObject({ is_liked: true, answer_likes_count: 1 });
  const notLiked = (await fetchQuestion(mei, uuid, other)).data.question.item;
  expect(notLiked).toMatchObject({ is_liked: false, answer_likes_count: 0 });
  expect((await yui.send(toggleLike, { body: { answer_id: id } })).status).toBe(403);
  await mei.send(toggleLike, { body: { answer_id: id } });
  expect((await fetchQuestion(mei, uuid, id)).data.question.item?.answer_likes_count).toBe(0);
});

test("COMM-42 the list of most liked answers contains the ids of answers in communities", async () => {
  const uuid = await ask("一番は？");
  const id = await answer(aoi, uuid, "これ");
  await visitor.send(toggleLike, { body: { answer_id: id } });
  const { items } = (await visitor.send(listMostLiked, { query: { account: "aoi" } })).data;
  expect(items).toContainEqual(
    expect.objectContaining({
      uuid_hash: uuid,
      answer_id: id,
      associated_community: gamesCommunity,
    }),
  );
});
