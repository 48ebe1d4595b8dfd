import { postAnswer, postAnswerV1 } from "@toibako/contract/answers.ts";
import { getIconUrl } from "@toibako/contract/avatars.ts";
import { postCommunityAnswer } from "@toibako/contract/communities/questions.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { describe, expect, inject, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { storeCommunityQuestion } from "#platform/testing/communities.ts";
import { sendWhileLocked } from "#platform/testing/locks.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks; Yui and, on profiles, other accounts answer.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

const answerByOldPath = (answerer: Browser, question_id: string, text: string) =>
  answerer.send(postAnswerV1, { params: {}, body: { question_id, text } });
const answerByNewPath = (answerer: Browser, question_id: string, text: string) =>
  answerer.send(postAnswer, { params: { question_id }, body: { text } });

describe.each([
  ["POST /api/v2/questions/{id}/answers", answerByNewPath],
  ["POST /api/v1/answer", answerByOldPath],
])("ANS-03 API-12 %s", (_, answer) => {
  test("ANS-01 ANS-02 stores the normalised text, and Location names the question's page", async () => {
    const id = await site.askQuestion(kenta, "yui", "好きな色は？");
    const answered = await answer(yui, id, "  青\r\nです \u202e");
    expect(answered.status).toBe(201);
    expect(answered.location).toBe(`/ja/q/${id}`);
    expect(answered.data.answer).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      text: "青\nです",
      chosen_option: null,
    });
    expect(answered.data.answered_count).toBe(1);
    const { question } = (await site.openBrowser().send(getQuestion, { params: { id } })).data;
    expect(question.item?.answer_body).toBe("青\nです");
  });

  test("ANS-04 a second answer gets 409 and changes nothing", async () => {
    const id = await site.askQuestion(kenta, "yui", "ひとつだけ");
    await answer(yui, id, "最初");
    const second = await answer(yui, id, "次");
    expect(second.status).toBe(409);
    expect(second.error?.code).toBe("already_answered");
    const { question } = (await yui.send(getQuestion, { params: { id } })).data;
    expect(question.item?.answer_body).toBe("最初");
  });

  test("ANS-04 of simultaneous answers, the server stores one", async () => {
    const id = await site.askQuestion(kenta, "yui", "同時");
    const replies = await Promise.all(["a", "b", "c"].map((text) => answer(yui, id, text)));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  test("ANS-05 VISIT-08 only the receiver answers a question: others get 404, visitors get 401", async () => {
    const visitor = site.openBrowser();
    const id = await site.askQuestion(visitor, "yui", "誰が？");
    const missing = await answer(kenta, "AAAAAAAAAAAAAAAAAAAAAA", "私");
    const refused = await answer(kenta, id, "私");
    expect(refused.status).toBe(404);
    expect(refused.text).toBe(missing.text);
    expect((await answer(visitor, id, "私")).status).toBe(401);
    expect((await answer(site.openBrowser(), id, "私")).status).toBe(401);
  });

  test("ANS-05 a question in the bin can be answered, and leaves the bin", async () => {
    const id = await site.askQuestion(kenta, "yui", "ごみ箱");
    await yui.send(changeQuestion, { params: { id }, body: { status: "hidden" } });
    expect((await answer(yui, id, "拾った")).status).toBe(201);
    const hidden = await yui.send(listReceivedItems, { query: { status: "hidden" } });
    expect(hidden.data.items).toEqual([]);
    const checked = await yui.send(listReceivedItems, {
      query: { status: "confirmed", limit: "20" },
    });
    expect(checked.data.items.map(({ uuid_hash }) => uuid_hash)).toContain(id);
  });

  test("ANS-01 blank and overlong answers are refused, and a family emoji counts as one of 5,000 characters", async () => {
    const id = await site.askQuestion(kenta, "yui", "長さ");
    for (const text of ["", " \n", "\u200b", "あ".repeat(5001)]) {
      const refused = await answer(yui, id, text);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.error?.details ?? {})).toEqual(["text"]);
    }
    expect((await answer(yui, id, "👨‍👩‍👧‍👦".repeat(5000))).status).toBe(201);
  });
});

test("PROF-05 PROF-06 VISIT-11 API-07 a profile's items are its answers, newest first, three a page", async () => {
  const mei = await site.registerPerson("mei");
  const texts = ["一", "二", "三", "四"];
  for (const text of texts)
    await answerByNewPath(mei, await site.askQuestion(kenta, "mei", `${text}？`), text);
  const first = (await site.openBrowser("en").send(listItems, { query: { account: "MEI" } })).data;
  expect(first.pager).toEqual({ current_page: 1, total_pages: 2, total_count: 4, limit: 3 });
  expect(first.items.map(({ answer_body }) => answer_body)).toEqual(["四", "三", "二"]);
  const id = first.items[0]?.uuid_hash ?? "";
  expect(first.items[0]).toEqual({
    uuid_hash: id,
    body: "四？",
    image_url: expect.stringMatching(`^/cards/questions/${id}\\.png\\?v=[\\w-]{8}$`),
    card_theme: "mint",
    relative_time: "just now",
    answered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    is_ad_default: true,
    is_deleted: false,
    associated_community: null,
    is_withheld: false,
    is_welcome: false,
    locale: "ja",
    answer_id: expect.stringMatching(/^[\w-]{22}$/),
    answer_body: "四",
    chosen_option: null,
    type: "text",
    stamp: null,
    options: null,
    milestone: null,
    answer_likes_count: 0,
    is_liked: false,
    may_like: true,
    answered_user_account: "mei",
    answered_user_name: "mei",
    answered_user_icon: getIconUrl("mei", null),
  });
  const query = { account: "mei", page: "2" };
  const second = (await kenta.send(listItems, { query })).data;
  expect(second.items.map(({ answer_body }) => answer_body)).toEqual(["一"]);
  const beyond = await kenta.send(listItems, { query: { ...query, page: "3" } });
  expect([beyond.status, beyond.data.items]).toEqual([200, []]);
});

test("PROF-11 the newest other answers of the answerer are listed under a question", async () => {
  const { items } = (await kenta.send(listItems, { query: { account: "mei" } })).data;
  const uuid = items[0]?.uuid_hash ?? "";
  const latest = (await kenta.send(listLatestAnswers, { params: { uuid } })).data;
  expect(latest.items.map(({ answer_body }) => answer_body)).toEqual(["三", "二", "一"]);
  expect(latest.pager).toMatchObject({ total_count: 3, total_pages: 1 });
  const unanswered = await site.askQuestion(kenta, "mei", "まだ");
  const owner = await site.signInAgain("mei");
  for (const viewer of [owner, kenta]) {
    const none = await viewer.send(listLatestAnswers, { params: { uuid: unanswered } });
    expect(none.status).toBe(404);
  }
});

test("PROF-02 PROF-10 a left account and its answers are not found", async () => {
  const sora = await site.registerPerson("sora");
  const id = await site.askQuestion(kenta, "sora", "いる？");
  await answerByNewPath(sora, id, "いた");
  await site.services.database.executeSql("update users set left_at = now() where account = $1", [
    "sora",
  ]);
  expect((await kenta.send(getUser, { params: { id: "sora" } })).status).toBe(404);
  expect((await kenta.send(listItems, { query: { account: "sora" } })).status).toBe(404);
  expect((await kenta.send(getQuestion, { params: { id } })).status).toBe(404);
  expect((await kenta.send(listLatestAnswers, { params: { uuid: id } })).status).toBe(404);
  expect((await site.openBrowser().sendRaw("GET", `/cards/questions/${id}.png`)).status).toBe(404);
  const refused = await sora.send(listReceivedItems, {});
  expect(refused.status).toBe(401);
});

test("PROF-02 PROF-05 an unknown account has no profile and no items", async () => {
  expect((await kenta.send(getUser, { params: { id: "nobody_here" } })).status).toBe(404);
  expect((await kenta.send(listItems, { query: { account: "nobody_here" } })).status).toBe(404);
});

test("the 10th answer of an account bears a mark for everybody, also after another was deleted and replaced", async () => {
  const rio = await site.registerPerson("rio");
  const setCount = (count: number) =>
    site.services.database.executeSql(
      `update users set answers_count = ${count} where account = 'rio'`,
    );
  const answerNext = async (text: string) =>
    answerByNewPath(rio, await site.askQuestion(kenta, "rio", `${text}？`), text);
  const readMarks = async () => {
    const { items } = (await site.openBrowser().send(listItems, { query: { account: "rio" } }))
      .data;
    return items.map(({ answer_body, milestone }) => [answer_body, milestone]);
  };
  await setCount(8);
  for (const text of ["九", "十", "十一"]) await answerNext(text);
  expect(await readMarks()).toEqual([
    ["十一", null],
    ["十", 10],
    ["九", null],
  ]);
  await setCount(9);
  await answerNext("また十");
  await setCount(99);
  await answerNext("百");
  expect((await readMarks()).slice(0, 2)).toEqual([
    ["百", 100],
    ["また十", null],
  ]);
});

const books = { community_id: "books", category_id: "culture" };

test.skipIf(inject("template").engine !== "postgres").each([8, 9])(
  "of simultaneous answers of an account that has given %i, to itself and to communities, exactly one bears the mark of the 10th",
  async (count) => {
    const account = `mio_${count}`;
    const mio = await site.registerPerson(account);
    await site.services.database.executeSql(
      `update users set answers_count = ${count} where account = '${account}'`,
    );
    const id = await site.askQuestion(kenta, account, "同時に？");
    const uuid = await storeCommunityQuestion(site.services, "books", { body: "本は？" });
    const lock = (db: Db) =>
      db.query(`select from users where account = '${account}' for no key update`);
    const statuses = await sendWhileLocked(site.services.db, lock, [
      async () => (await answerByNewPath(mio, id, "箱")).status,
      async () => {
        const call = { params: { ...books, uuid }, body: { body: "本" } };
        return (await mio.send(postCommunityAnswer, call)).status;
      },
    ]);
    expect(statuses).toEqual([201, 201]);
    const { items } = (await kenta.send(listItems, { query: { account } })).data;
    const marks = items.map(({ answer_body, milestone }) => [answer_body, milestone]);
    expect(marks.filter(([, milestone]) => milestone !== null)).toEqual([
      [count === 8 ? "本" : "箱", 10],
    ]);
  },
);
