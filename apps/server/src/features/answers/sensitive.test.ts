import { postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { postNgWord, releaseHeldQuestion } from "@toibako/contract/filters.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Yui answers; Kenta asked, and sees what everybody sees; Mei chose to see sensitive content.
const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const mei = await site.person("mei");
const visitor = site.visitor();
await mei.send(putUser, { body: { is_show_sensitive_content: true } });

const secret = "ここだけの話";

async function answered(sender: Browser = kenta, body = secret) {
  const id = await site.ask(sender, "yui", body);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "答え" } });
  return id;
}

const mark = (who: Browser, id: string, is_ad_default: boolean) =>
  who.send(putSensitivity, { params: { id }, body: { is_ad_default } });

/** All that a page about a question is made of. */
async function seenBy(who: Browser, id: string) {
  const { question } = (await who.send(getQuestion, { params: { id } })).data;
  const { items } = (await who.send(listItems, { query: { account: "yui" } })).data;
  return { question, item: items.find(({ uuid_hash }) => uuid_hash === id) };
}

const picture = (who: Browser, id: string, which = "") =>
  who.raw("GET", `/cards/questions/${id}${which}.png`);

test("PROF-07 a sensitive question is withheld from everybody except its receiver", async () => {
  const id = await answered();
  expect((await mark(yui, id, false)).data).toEqual({
    item: { uuid_hash: id, is_ad_default: false },
  });
  for (const who of [kenta, visitor, site.visitor("en")]) {
    const { question, item } = await seenBy(who, id);
    expect(JSON.stringify({ question, item })).not.toContain(secret);
    for (const shown of [question.item, item]) {
      expect(shown).toMatchObject({ is_ad_default: false, is_withheld: true, answer_body: "答え" });
    }
  }
  const own = (await seenBy(yui, id)).question;
  expect([own.body, own.item?.is_withheld]).toEqual([secret, false]);
  await mark(yui, id, true);
  const { question, item } = await seenBy(visitor, id);
  expect([question.body, item?.body, item?.is_withheld]).toEqual([secret, secret, false]);
});

test("PROF-08 a viewer with the setting to see sensitive content sees a sensitive question until the setting changes", async () => {
  const id = await answered();
  await mark(yui, id, false);
  const { question, item } = await seenBy(mei, id);
  expect([question.body, item?.body, item?.is_withheld]).toEqual([secret, secret, false]);
  expect((await picture(mei, id)).bytes.equals((await picture(yui, id)).bytes)).toBe(true);
  await mei.send(putUser, { body: { is_show_sensitive_content: false } });
  expect((await seenBy(mei, id)).question.body).toBe("");
  await mei.send(putUser, { body: { is_show_sensitive_content: true } });
});

test("PROF-07 a sensitive question is also withheld under another question and in the list of sent questions", async () => {
  const sender = site.visitor();
  const id = await answered(sender, "そこでも内緒");
  const other = await answered();
  await mark(yui, id, false);
  const below = await visitor.send(listLatestAnswers, { params: { uuid: other }, query: {} });
  const sent = await sender.send(listSendQuestions, { query: {} });
  expect(below.text + sent.text).not.toContain("そこでも内緒");
  expect(sent.data.answers[0]).toMatchObject({ is_withheld: true, related_question_body: "" });
});

test.each(["", ".tall", ".answer"])(
  "PROF-07 PRIV-01 the picture%s shows only that the question is sensitive",
  async (which) => {
    const ids = [await answered(), await answered(kenta, "もっと長い、まったく別の質問")];
    const [before] = await Promise.all(ids.map((id) => picture(visitor, id, which)));
    for (const id of ids) await mark(yui, id, false);
    const [one, other] = await Promise.all(ids.map((id) => picture(visitor, id, which)));
    expect(one?.bytes.equals(other?.bytes ?? Buffer.of())).toBe(true);
    expect(one?.bytes.equals(before?.bytes ?? Buffer.of())).toBe(false);
    expect(one?.headers["cache-control"]).toBe("public, no-cache");
    // Nobody on the way keeps what only some may see.
    const own = await picture(yui, ids[0] ?? "", which);
    expect(own.headers["cache-control"]).toBe("private, no-store");
    expect(own.bytes.equals(before?.bytes ?? Buffer.of())).toBe(true);
  },
);

test("PROF-07 marking a question as sensitive changes the ETag and the address of its picture", async () => {
  const id = await answered();
  const { etag } = (await picture(visitor, id)).headers;
  const { image_url } = (await seenBy(visitor, id)).question;
  await mark(yui, id, false);
  const headers = { "if-none-match": String(etag) };
  const asked = await visitor.raw("GET", `/cards/questions/${id}.png`, undefined, headers);
  expect(asked.status).toBe(200);
  expect((await seenBy(visitor, id)).question.image_url).not.toBe(image_url);
});

test("PROF-07 SHARE-06 the answerer sees the picture that others see", async () => {
  const id = await answered();
  await mark(yui, id, false);
  const { question } = await seenBy(yui, id);
  expect(question.item?.image_url).toBe(question.image_url);
  const shown = await yui.raw("GET", question.image_url);
  expect(shown.bytes.equals((await picture(visitor, id)).bytes)).toBe(true);
  await mark(yui, id, true);
  const open = await yui.raw("GET", (await seenBy(yui, id)).question.image_url);
  expect(open.bytes.equals((await picture(visitor, id)).bytes)).toBe(true);
  expect(open.bytes.equals(shown.bytes)).toBe(false);
});

test("PROF-07 only the answerer marks a question as sensitive, and only an answered question", async () => {
  const id = await answered();
  const unanswered = await site.ask(kenta, "yui", "まだ");
  expect((await mark(kenta, id, false)).status).toBe(404);
  expect((await mark(visitor, id, false)).status).toBe(401);
  expect((await mark(yui, unanswered, false)).status).toBe(404);
  expect((await mark(yui, "AAAAAAAAAAAAAAAAAAAAAA", false)).status).toBe(404);
  for (const body of [{}, { is_ad_default: "no" }, { is_ad_default: null }, { is_ad_default: 0 }]) {
    const refused = await yui.raw("PUT", `/api/v2/items/${id}/sensitivity`, body);
    expect(refused.status).toBe(400);
  }
  expect((await seenBy(visitor, id)).question.item?.is_ad_default).toBe(true);
});

test("PROF-07 marking a question as sensitive invalidates every cached page that shows the question", async () => {
  const [id, other] = [await answered(), await answered()];
  const told = await site.collectInvalidatedPages(() => mark(yui, id, false));
  expect(told.flat()).toEqual(expect.arrayContaining(["/yui", `/q/${id}`, `/q/${other}`]));
});

test.each([
  ["sexual", false],
  ["insult", true],
])(
  "PROF-07 a question that the filter held as %s is released with is_ad_default %j",
  async (category, is_ad_default) => {
    await yui.send(postNgWord, { body: { word: "とめることば" } });
    const id = await site.ask(kenta, "yui", "とめることばの質問");
    await site.services.database.executeSql(
      "update questions set held_by = $2::jsonb where uuid_hash = $1",
      [id, JSON.stringify({ kind: "ml", category })],
    );
    expect((await yui.send(releaseHeldQuestion, { params: { id } })).status).toBe(204);
    await yui.send(postAnswer, { params: { question_id: id }, body: { text: "答え" } });
    expect((await seenBy(visitor, id)).question.item?.is_ad_default).toBe(is_ad_default);
  },
);
