import { postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { postNgWord, releaseHeldQuestion } from "@toibako/contract/filters.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks and Yui answers. Kenta sees what everybody sees; Mei has chosen to see sensitive content.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();
await mei.send(putUser, { body: { is_show_sensitive_content: true } });

const secret = "ここだけの話";

async function createAnsweredQuestion(sender: Browser = kenta, body = secret) {
  const id = await site.askQuestion(sender, "yui", body);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "答え" } });
  return id;
}

const setSensitive = (answerer: Browser, id: string, isSensitive: boolean) =>
  answerer.send(putSensitivity, { params: { id }, body: { is_ad_default: !isSensitive } });

/** Reads a question, and its item in Yui's list of answers, as this browser gets them. */
async function readQuestionAndItem(viewer: Browser, id: string) {
  const { question } = (await viewer.send(getQuestion, { params: { id } })).data;
  const { items } = (await viewer.send(listItems, { query: { account: "yui" } })).data;
  return { question, item: items.find(({ uuid_hash }) => uuid_hash === id) };
}

const fetchCard = (viewer: Browser, id: string, suffix = "") =>
  viewer.sendRaw("GET", `/cards/questions/${id}${suffix}.png`);

test("PROF-07 a sensitive question is withheld from its sender and from visitors, but not from its receiver", async () => {
  const id = await createAnsweredQuestion();
  expect((await setSensitive(yui, id, true)).data).toEqual({
    item: { uuid_hash: id, is_ad_default: false },
  });
  for (const viewer of [kenta, visitor, site.openBrowser("en")]) {
    const { question, item } = await readQuestionAndItem(viewer, id);
    expect(JSON.stringify({ question, item })).not.toContain(secret);
    for (const shown of [question.item, item]) {
      expect(shown).toMatchObject({ is_ad_default: false, is_withheld: true, answer_body: "答え" });
    }
  }
  const own = (await readQuestionAndItem(yui, id)).question;
  expect([own.body, own.item?.is_withheld]).toEqual([secret, false]);
  await setSensitive(yui, id, false);
  const { question, item } = await readQuestionAndItem(visitor, id);
  expect([question.body, item?.body, item?.is_withheld]).toEqual([secret, secret, false]);
});

test("PROF-08 a viewer with the setting to see sensitive content sees a sensitive question until the setting changes", async () => {
  const id = await createAnsweredQuestion();
  await setSensitive(yui, id, true);
  const { question, item } = await readQuestionAndItem(mei, id);
  expect([question.body, item?.body, item?.is_withheld]).toEqual([secret, secret, false]);
  expect((await fetchCard(mei, id)).bytes.equals((await fetchCard(yui, id)).bytes)).toBe(true);
  await mei.send(putUser, { body: { is_show_sensitive_content: false } });
  expect((await readQuestionAndItem(mei, id)).question.body).toBe("");
  await mei.send(putUser, { body: { is_show_sensitive_content: true } });
});

test("PROF-07 a sensitive question is also withheld under another question and in the list of sent questions", async () => {
  const sender = site.openBrowser();
  const id = await createAnsweredQuestion(sender, "そこでも内緒");
  const other = await createAnsweredQuestion();
  await setSensitive(yui, id, true);
  const below = await visitor.send(listLatestAnswers, { params: { uuid: other }, query: {} });
  const sent = await sender.send(listSendQuestions, { query: {} });
  expect(below.text + sent.text).not.toContain("そこでも内緒");
  expect(sent.data.answers[0]).toMatchObject({ is_withheld: true, related_question_body: "" });
});

test.each(["", ".tall", ".answer"])(
  "PROF-07 PRIV-01 the picture with the suffix “%s” shows only that the question is sensitive",
  async (suffix) => {
    const ids = [
      await createAnsweredQuestion(),
      await createAnsweredQuestion(kenta, "もっと長い、まったく別の質問"),
    ];
    const [before] = await Promise.all(ids.map((id) => fetchCard(visitor, id, suffix)));
    for (const id of ids) await setSensitive(yui, id, true);
    const [first, second] = await Promise.all(ids.map((id) => fetchCard(visitor, id, suffix)));
    expect(first?.bytes.equals(second?.bytes ?? Buffer.of())).toBe(true);
    expect(first?.bytes.equals(before?.bytes ?? Buffer.of())).toBe(false);
    expect(first?.headers["cache-control"]).toBe("public, no-cache");
    // Shared caches must not store a picture that only some viewers may see.
    const own = await fetchCard(yui, ids[0] ?? "", suffix);
    expect(own.headers["cache-control"]).toBe("private, no-store");
    expect(own.bytes.equals(before?.bytes ?? Buffer.of())).toBe(true);
  },
);

test("PROF-07 marking a question as sensitive changes the ETag and the address of its picture", async () => {
  const id = await createAnsweredQuestion();
  const { etag } = (await fetchCard(visitor, id)).headers;
  const { image_url } = (await readQuestionAndItem(visitor, id)).question;
  await setSensitive(yui, id, true);
  const headers = { "if-none-match": String(etag) };
  const revalidated = await visitor.sendRaw(
    "GET",
    `/cards/questions/${id}.png`,
    undefined,
    headers,
  );
  expect(revalidated.status).toBe(200);
  expect((await readQuestionAndItem(visitor, id)).question.image_url).not.toBe(image_url);
});

test("PROF-07 SHARE-06 the answerer's page links the picture that others get", async () => {
  const id = await createAnsweredQuestion();
  await setSensitive(yui, id, true);
  const { question } = await readQuestionAndItem(yui, id);
  expect(question.item?.image_url).toBe(question.image_url);
  const shown = await yui.sendRaw("GET", question.image_url);
  expect(shown.bytes.equals((await fetchCard(visitor, id)).bytes)).toBe(true);
  await setSensitive(yui, id, false);
  const { image_url } = (await readQuestionAndItem(yui, id)).question;
  const insensitive = await yui.sendRaw("GET", image_url);
  expect(insensitive.bytes.equals((await fetchCard(visitor, id)).bytes)).toBe(true);
  expect(insensitive.bytes.equals(shown.bytes)).toBe(false);
});

test("PROF-07 only the answerer marks a question as sensitive, and only an answered question", async () => {
  const id = await createAnsweredQuestion();
  const unanswered = await site.askQuestion(kenta, "yui", "まだ");
  expect((await setSensitive(kenta, id, true)).status).toBe(404);
  expect((await setSensitive(visitor, id, true)).status).toBe(401);
  expect((await setSensitive(yui, unanswered, true)).status).toBe(404);
  expect((await setSensitive(yui, "AAAAAAAAAAAAAAAAAAAAAA", true)).status).toBe(404);
  for (const body of [{}, { is_ad_default: "no" }, { is_ad_default: null }, { is_ad_default: 0 }]) {
    const refused = await yui.sendRaw("PUT", `/api/v2/items/${id}/sensitivity`, body);
    expect(refused.status).toBe(400);
  }
  expect((await readQuestionAndItem(visitor, id)).question.item?.is_ad_default).toBe(true);
});

test("PROF-07 marking a question as sensitive invalidates every cached page that shows the question", async () => {
  const [id, other] = [await createAnsweredQuestion(), await createAnsweredQuestion()];
  const invalidated = await site.collectInvalidatedPages(() => setSensitive(yui, id, true));
  expect(invalidated.flat()).toEqual(expect.arrayContaining(["/yui", `/q/${id}`, `/q/${other}`]));
});

test.each([
  ["sexual", true],
  ["insult", false],
])(
  "PROF-07 a released question that the filter had held as %s is sensitive: %j",
  async (category, isSensitive) => {
    await yui.send(postNgWord, { body: { word: "とめることば" } });
    const id = await site.askQuestion(kenta, "yui", "とめることばの質問");
    await site.services.database.executeSql(
      "update questions set held_by = $2::jsonb where uuid_hash = $1",
      [id, JSON.stringify({ kind: "ml", category })],
    );
    expect((await yui.send(releaseHeldQuestion, { params: { id } })).status).toBe(204);
    await yui.send(postAnswer, { params: { question_id: id }, body: { text: "答え" } });
    const { item } = (await readQuestionAndItem(visitor, id)).question;
    expect(item?.is_ad_default).toBe(!isSensitive);
  },
);
