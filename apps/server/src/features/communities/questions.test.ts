import { login } from "@toibako/contract/accounts.ts";
import {
  deleteCommunityQuestion,
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  listOwnCommunityItems,
  listSampleQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { getCommunity, joinCommunity, listCommunities } from "@toibako/contract/communities.ts";
import { leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

// Kenta asks; Yui and Aoi answer; Mei reads in English.
const site = await openSite();
const kenta = await site.registerPerson("kenta");
const yui = await site.registerPerson("yui");
const aoi = await site.registerPerson("aoi");
const mei = await site.registerPerson("mei", "en");
const visitor = site.openBrowser();

const books = { community_id: "books", category_id: "culture" };
const music = { community_id: "music", category_id: "culture" };

async function ask(sender: Browser, body: string, params = books): Promise<string> {
  const asked = await sender.send(postCommunityQuestion, { params, body: { body } });
  expect(asked.status).toBe(201);
  return asked.data.uuid_hash;
}

const answer = (answerer: Browser, uuid: string, body: string, params = books) =>
  answerer.send(postCommunityAnswer, { params: { ...params, uuid }, body: { body } });

const readQuestion = (viewer: Browser, uuid: string, params = books) =>
  viewer.send(getCommunityQuestion, { params: { ...params, uuid } });

const readAnswers = (viewer: Browser, uuid: string, page = "1") =>
  viewer.send(listCommunityAnswers, { params: { ...books, uuid }, query: { page } });

const list = async (viewer: Browser, query: { all_languages?: "true"; page?: string } = {}) =>
  (await viewer.send(listCommunityQuestions, { params: books, query })).data;

test("COMM-20 COMM-28 COMM-18 a question to a community is listed there as recent and without its sender", async () => {
  const uuid = await ask(kenta, "  眠れない夜に読む本は？  ");
  const { items, pager } = await list(visitor);
  expect(pager.total_count).toBe(1);
  expect(items[0]).toEqual({
    uuid_hash: uuid,
    text: "眠れない夜に読む本は？",
    is_deleted: false,
    locale: "ja",
    is_recent: true,
    is_popular: false,
    asked_hour: expect.stringMatching(/:00:00\.000Z$/),
    asked_date_time__formatted_for_user: expect.any(String),
    rasterizated_question_uri: expect.stringContaining(uuid),
    card_theme: "forest",
    associated_community: { id: "books", category_id: "culture", name: "本", is_popular: false },
    answers_count: 0,
    recent_answers: [],
    own_answer_id: null,
  });
  expect(JSON.stringify(await readQuestion(yui, uuid))).not.toContain("kenta");
  const { data } = await visitor.send(getCommunity, { params: books });
  expect(data.community.questions_count).toBe(1);
});

test("COMM-26 COMM-30 COMM-22 answers are listed under the question, newest first, and counted for their answerers", async () => {
  const uuid = await ask(kenta, "好きな書き出しは？");
  const first = await answer(yui, uuid, "「吾輩は猫である」");
  expect(first).toMatchObject({
    status: 201,
    data: {
      answer: {
        text: "「吾輩は猫である」",
        is_mine: true,
        likes_count: 0,
        answering_user: { toibako_id: "yui" },
        associated_question: { uuid_hash: uuid, text: "好きな書き出しは？" },
      },
    },
  });
  await answer(aoi, uuid, "まだありません");
  const { data } = await readAnswers(visitor, uuid);
  expect(data.answers.map(({ answering_user }) => answering_user.toibako_id)).toEqual([
    "aoi",
    "yui",
  ]);
  const { question } = (await readQuestion(yui, uuid)).data;
  expect(question).toMatchObject({ answers_count: 2, own_answer_id: first.data.answer.id });
  expect(question.recent_answers).toHaveLength(2);
  const profile = await visitor.send(getUser, { params: { id: "yui" } });
  expect(profile.data.user.answers_count).toBe(1);
});

test("COMM-26 a second answer is refused, even if it is simultaneous; a repeated request has no effect", async () => {
  const uuid = await ask(kenta, "紙と電子、どちら？");
  const replies = await Promise.all([answer(yui, uuid, "紙"), answer(yui, uuid, "電子")]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  const headers = { "idempotency-key": "the-same-answer" };
  const params = { ...books, uuid };
  const repeat = (body: string) =>
    aoi.send(postCommunityAnswer, { params, body: { body } }, headers);
  const once = await repeat("どちらも");
  expect((await repeat("どちらも")).data.answer.id).toBe(once.data.answer.id);
  expect((await repeat("やっぱり紙")).error?.code).toBe("key_reused");
  const otherQuestion = { ...books, uuid: await ask(kenta, "本はどこで読む？") };
  const call = { params: otherQuestion, body: { body: "ベッド" } };
  expect((await aoi.send(postCommunityAnswer, call, headers)).error?.code).toBe("key_reused");
  expect((await readQuestion(visitor, uuid)).data.question.answers_count).toBe(2);
});

test("COMM-27 VISIT-08 visitors can neither ask nor answer", async () => {
  const uuid = await ask(kenta, "図書館は好き？");
  expect((await answer(visitor, uuid, "はい")).status).toBe(401);
  const body = { body: "だれか？" };
  expect((await visitor.send(postCommunityQuestion, { params: books, body })).status).toBe(401);
});

test("COMM-22 COMM-26 a question is found in its own community only", async () => {
  const uuid = await ask(kenta, "何度も読んだ本は？");
  expect((await readQuestion(visitor, uuid, music)).status).toBe(404);
  expect((await answer(yui, uuid, "はい", music)).status).toBe(404);
  expect((await readQuestion(visitor, uuid)).data.question.answers_count).toBe(0);
});

test.each([
  ["an empty text", "  \n "],
  ["5,001 characters", "あ".repeat(5_001)],
])("COMM-20 COMM-26 a question of %s is refused", async (_what, body) => {
  const asked = await kenta.send(postCommunityQuestion, { params: books, body: { body } });
  expect(asked).toMatchObject({ status: 400, error: { code: "invalid_fields" } });
  expect(asked.error?.details.body).toHaveLength(1);
});

test("COMM-18 a question is listed in the language of the page on which it was asked, and in all languages", async () => {
  const uuid = await ask(mei, "Which book made you cry?");
  expect((await list(mei)).items.map(({ uuid_hash }) => uuid_hash)).toEqual([uuid]);
  expect((await list(visitor)).items.map(({ uuid_hash }) => uuid_hash)).not.toContain(uuid);
  const everything = await list(visitor, { all_languages: "true" });
  expect(everything.items.map(({ uuid_hash }) => uuid_hash)).toContain(uuid);
  expect(everything.pager.total_count).toBe((await list(visitor)).pager.total_count + 1);
});

test("COMM-22 COMM-31 pages beyond the last are empty", async () => {
  const uuid = await ask(kenta, "積読は何冊？");
  expect((await list(visitor, { page: "99" })).items).toEqual([]);
  const { answers, pager } = (await readAnswers(visitor, uuid, "99")).data;
  expect(answers).toEqual([]);
  expect(Object.keys(pager).sort()).toEqual([
    "current_page",
    "limit",
    "total_count",
    "total_pages",
  ]);
});

test("COMM-45 answers of an account that the viewer blocks by name are hidden only from that viewer", async () => {
  const uuid = await ask(kenta, "栞は何を使う？");
  await answer(aoi, uuid, "レシート");
  await kenta.send(postBlock, { body: { account: "aoi" } });
  expect((await readAnswers(kenta, uuid)).data.answers).toEqual([]);
  expect((await readQuestion(kenta, uuid)).data.question.recent_answers).toEqual([]);
  expect((await readAnswers(yui, uuid)).data.answers).toHaveLength(1);
});

test("COMM-46 an account lists the questions of a community that it has asked or answered", async () => {
  const uuid = await ask(yui, "表紙で買った本は？");
  await answer(kenta, uuid, "あります");
  const read = async (viewer: Browser, type: "questions" | "answers", params = books) => {
    const { data } = await viewer.send(listOwnCommunityItems, { params, query: { type } });
    return data.items.map(({ uuid_hash }) => uuid_hash);
  };
  expect(await read(yui, "questions")).toEqual([uuid]);
  expect(await read(kenta, "answers")).toEqual([uuid]);
  expect(await read(kenta, "questions")).not.toContain(uuid);
  expect(await read(yui, "questions", music)).toEqual([]);
});

test("COMM-34 COMM-29 VISIT-05 samples are the communities with most members, with their newest questions", async () => {
  const { data } = await visitor.send(listSampleQuestions, {});
  expect(data.samples).toHaveLength(10);
  const members = data.samples.map(({ community }) => community.members_count);
  expect(members).toEqual([...members].sort((a, b) => b - a));
  const [popular] = data.popular_questions;
  expect(popular?.associated_community.id).toBe("books");
});

test("COMM-42 a question that the site's word lists hold looks to its sender like another one, and nobody else sees it", async () => {
  const nao = await site.registerPerson("nao_asks");
  const before = (await list(visitor)).pager.total_count;
  const held = await ask(nao, "死ね");
  expect((await list(visitor)).pager.total_count).toBe(before);
  const shown = await ask(nao, "生きよう");
  /** Lists what somebody sees of a question, with its id masked. */
  const collect = async (viewer: Browser, uuid: string) => {
    const params = { ...books, uuid };
    const replies = [
      await viewer.send(getCommunityQuestion, { params }),
      await viewer.send(listCommunityAnswers, { params }),
      await viewer.send(getQuestion, { params: { id: uuid } }),
      await viewer.send(listCommunityQuestions, { params: books, query: { page: "1" } }),
      await viewer.send(listCommunityQuestions, { params: books, query: { page: "2" } }),
      ...(viewer === visitor
        ? []
        : [
            await viewer.send(listOwnCommunityItems, { params: books }),
            await viewer.send(listWaitingQuestions, {}),
          ]),
    ];
    const shownObjects = replies.flatMap(({ data }) => findObjects(data, uuid));
    return {
      statuses: replies.map(({ status }) => status),
      shown: shownObjects.map((shownObject) =>
        JSON.stringify(shownObject)
          .replaceAll(uuid, "an id")
          .replace(/死ね|生きよう/g, ""),
      ),
    };
  };
  const own = await collect(nao, held);
  expect(own).toEqual(await collect(nao, shown));
  expect(own.shown).toHaveLength(5);
  const others = await collect(visitor, held);
  expect(others).toEqual({ statuses: [404, 404, 404, 200, 200], shown: [] });
  expect((await list(nao)).pager.total_count).toBe(before + 2);
  const { community } = (await nao.send(getCommunity, { params: books })).data;
  expect(community.questions_count).toBe(before + 2);
});

test("COMM-42 COMM-30 a held question has its place on one page of its sender's list, and no other question is missing", async () => {
  const rin = await site.registerPerson("rin_asks");
  for (let index = 0; index < 25; index++)
    await ask(rin, index % 5 ? `ふつう${index}` : `死ね${index}`);
  const pages = await Promise.all(["1", "2", "3", "4"].map((page) => list(rin, { page })));
  const ids = pages.flatMap(({ items }) => items.map(({ uuid_hash }) => uuid_hash));
  expect(ids).toHaveLength(pages[0]?.pager.total_count ?? 0);
  expect(new Set(ids).size).toBe(ids.length);
  const listed = await list(visitor);
  expect(listed.pager.total_count).toBe(ids.length - 5);
  expect(ids).toEqual(expect.arrayContaining(listed.items.map(({ uuid_hash }) => uuid_hash)));
});

/** Finds the objects in a reply whose own field has this value. */
function findObjects(value: unknown, uuid: string): object[] {
  if (typeof value !== "object" || value === null) return [];
  const isAbout = !Array.isArray(value) && Object.values(value).includes(uuid);
  return isAbout ? [value] : Object.values(value).flatMap((inner) => findObjects(inner, uuid));
}

test("COMM-45 the sender deletes an unanswered question, and only the text of an answered question", async () => {
  const remove = (sender: Browser, uuid: string, params = books) =>
    sender.send(deleteCommunityQuestion, { params: { ...params, uuid } });
  const before = (await list(visitor)).pager.total_count;
  const unanswered = await ask(yui, "だれも答えない質問");
  const answered = await ask(yui, "答えた質問");
  const { data } = await answer(kenta, answered, "残る答え");
  expect((await remove(kenta, answered)).status).toBe(404);
  expect((await remove(yui, answered, music)).status).toBe(404);
  for (const uuid of [unanswered, answered]) {
    expect((await remove(yui, uuid)).status).toBe(204);
    expect((await readQuestion(visitor, uuid)).status).toBe(uuid === answered ? 200 : 404);
    expect((await remove(yui, uuid)).status).toBe(404);
  }
  expect((await list(visitor)).pager.total_count).toBe(before);
  const answerPage = await visitor.send(getQuestion, {
    params: { id: answered },
    query: { answer_id: data.answer.id },
  });
  expect(answerPage.data.question).toMatchObject({ body: "", item: { answer_body: "残る答え" } });
  expect((await answer(aoi, answered, "もう遅い")).status).toBe(404);
  const { rows } = await site.services.database.executeSql(
    `select community_hours.questions_count as counted, (
        select count(*)::int from community_questions listed
        where listed.community_pk = community_hours.community_pk
          and listed.locale = community_hours.locale and listed.asked_hour = community_hours.asked_hour
      ) as listed
    from community_hours`,
  );
  for (const row of rows as Record<string, number>[]) expect(row.counted).toBe(row.listed);
});

test("COMM-45 the page of a deleted question keeps its answers, and nobody can answer it any more", async () => {
  const uuid = await ask(kenta, "消される質問");
  await answer(yui, uuid, "残る答え");
  const params = { ...books, uuid };
  expect((await kenta.send(deleteCommunityQuestion, { params })).status).toBe(204);
  const { data, status } = await readQuestion(visitor, uuid);
  expect(status).toBe(200);
  expect(data.question).toMatchObject({ text: "", is_deleted: true, answers_count: 1 });
  const answers = (await readAnswers(visitor, uuid)).data;
  expect(answers.answers.map(({ text }) => text)).toEqual(["残る答え"]);
  expect(answers.pager.total_count).toBe(1);
  expect((await list(visitor)).items.map(({ uuid_hash }) => uuid_hash)).not.toContain(uuid);
  expect((await answer(aoi, uuid, "遅い答え")).status).toBe(404);
  // `/q/{uuid}` without an answer's id leads to this page.
  const withoutAnswer = await visitor.send(getQuestion, { params: { id: uuid } });
  expect(withoutAnswer.data.question).toMatchObject({ is_deleted: true, item: null });
});

test("API-08 page 0 and pages before it are the first one; a page beyond the last one names the last", async () => {
  const { pager, items } = await list(visitor);
  for (const page of ["0", "-1"]) {
    const first = await list(visitor, { page });
    expect(first.items).toEqual(items);
    expect(first.pager).toEqual(pager);
  }
  const beyond = { items: [], pager: { ...pager, current_page: 400 } };
  expect(await list(visitor, { page: "400" })).toEqual(beyond);
  const readOwn = async (page: string) =>
    (await kenta.send(listOwnCommunityItems, { params: books, query: { page } })).data;
  const own = await readOwn("1");
  expect(own.pager.total_count).toBeGreaterThan(0);
  expect(await readOwn("400")).toEqual({
    items: [],
    pager: { ...own.pager, current_page: 400 },
  });
  const all = (await visitor.send(listCommunities, {})).data;
  const beyondAll = (await visitor.send(listCommunities, { query: { page: "400" } })).data;
  expect(beyondAll).toEqual({ communities: [], pager: { ...all.pager, current_page: 400 } });
});

test("COMM-16 COMM-22 PROF-04 calls answer with and without a slash before the query", async () => {
  const uuid = await ask(kenta, "末尾の斜線");
  const community = "/api/v2/communities/culture/books";
  for (const [path, query] of [
    [`${community}/items`, "page=1"],
    [`${community}/items/${uuid}/answers`, "page=1"],
    [`${community}/users`, "page=1"],
    ["/api/v2/items", "account=yui&page=1"],
  ]) {
    const without = await visitor.sendRaw("GET", `${path}?${query}`);
    const withSlash = await visitor.sendRaw("GET", `${path}/?${query}`);
    expect([path, without.status, withSlash.status]).toEqual([path, 200, 200]);
    expect(withSlash.data).toEqual(without.data);
  }
});

test("COMM-05 communities name members that the reader may want to follow", async () => {
  const { data } = await visitor.send(getCommunity, { params: books });
  expect(data.community.recommended_members).toEqual([]);
  await yui.send(joinCommunity, { params: books });
  const member = { displaying_name: "yui", icon_uri: expect.stringContaining("/avatars/") };
  const read = async (viewer: Browser) =>
    (await viewer.send(listCommunities, {})).data.communities.find(({ id }) => id === "books")
      ?.recommended_members;
  expect(await read(visitor)).toEqual([member]);
  expect(await read(yui)).toEqual([]);
});

test("COMM-45 SET-24 a deleted question keeps the answer of a left account that may be restored", async () => {
  const nao = await site.registerPerson("nao");
  const uuid = await ask(yui, "休んでいる人だけが答えた質問");
  const { data } = await answer(nao, uuid, "休む前の答え");
  await nao.send(leaveAccount, {});
  await site.services.jobs.drain();
  const params = { ...books, uuid };
  expect((await yui.send(deleteCommunityQuestion, { params })).status).toBe(204);
  await nao.send(login, { body: { account: "nao", password } });
  expect((await nao.send(restoreLeftAccount, {})).status).toBe(204);
  const answerPage = await visitor.send(getQuestion, {
    params: { id: uuid },
    query: { answer_id: data.answer.id },
  });
  expect(answerPage.data.question).toMatchObject({
    body: "",
    item: { answer_body: "休む前の答え" },
  });
});

test("COMM-24 posting an answer returns it as the list shows it, even for a repeated request", async () => {
  const uuid = await ask(kenta, "返事は同じ？");
  const params = { ...books, uuid };
  const key = { "idempotency-key": "answer-once-answer-once" };
  const send = () => yui.send(postCommunityAnswer, { params, body: { body: "はい" } }, key);
  const [first, repeated] = [await send(), await send()];
  expect([first.status, repeated.status]).toEqual([201, 201]);
  const [listed] = (await readAnswers(yui, uuid)).data.answers;
  expect(first.data.answer).toEqual(listed);
  expect(repeated.data.answer).toEqual(listed);
});
