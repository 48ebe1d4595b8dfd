import { deleteAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import {
  listCommunityQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { drawCard } from "./draw/draw.ts";

// Kenta asks; Yui and Aoi answer; Mei chose to see sensitive content.
const site = await openSite();
const kenta = await site.registerPerson("kenta");
const yui = await site.registerPerson("yui");
const aoi = await site.registerPerson("aoi");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();
await mei.send(putUser, { body: { is_show_sensitive_content: true } });

const games = { community_id: "games", category_id: "hobby" };

const ask = async (body: string) =>
  (await kenta.send(postCommunityQuestion, { params: games, body: { body } })).data.uuid_hash;

async function answer(answerer: Browser, uuid: string, body: string) {
  const params = { ...games, uuid };
  const { data } = await answerer.send(postCommunityAnswer, { params, body: { body } });
  return data.answer.id;
}

const fetchCard = (viewer: Browser, uuid: string, suffix = "", answer_id?: string) =>
  viewer.sendRaw(
    "GET",
    `/cards/questions/${uuid}${suffix}.png${answer_id === undefined ? "" : `?answer_id=${answer_id}`}`,
  );

const setStatus = (uuid: string, status: string) =>
  site.services.database.executeSql("update questions set status = $2 where uuid_hash = $1", [
    uuid,
    status,
  ]);

const draw = (card: Partial<Parameters<typeof drawCard>[0]>) =>
  drawCard({ kind: "question", text: "同じ質問", locale: "ja", ...card });

test("SHARE-01 COMM-21 COMM-28 a question to a community has a card in the community's theme, with its name, for everybody", async () => {
  const uuid = await ask("同じ質問");
  const shown = await fetchCard(visitor, uuid);
  expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "public, no-cache"]);
  expect(shown.bytes.equals(draw({ theme: "night", community: "#ゲーム" }))).toBe(true);
  for (const viewer of [kenta, yui]) {
    expect((await fetchCard(viewer, uuid)).bytes.equals(shown.bytes)).toBe(true);
  }
  const { items } = (await visitor.send(listCommunityQuestions, { params: games })).data;
  const address = items.find(({ uuid_hash }) => uuid_hash === uuid)?.rasterizated_question_uri;
  expect(address).toMatch(new RegExp(`^/cards/questions/${uuid}\\.png\\?v=[\\w-]{8}$`));
  expect((await fetchCard(visitor, uuid, ".answer")).status).toBe(404);
});

test("SAFE-03 the card of a question is stored only after the hour in which it was asked", async () => {
  const uuid = await ask("いつ聞いた？");
  const setHour = (hour: string) =>
    site.services.database.executeSql(
      `update questions set asked_hour = ${hour} where uuid_hash = $1`,
      [uuid],
    );
  const listFiles = () => site.services.storage.list(`cards/questions/${uuid}`);
  await site.services.jobs.drain();
  await setHour("date_trunc('hour', now(), 'UTC')");
  const shown = await fetchCard(visitor, uuid);
  expect(shown.status).toBe(200);
  expect(await listFiles()).toEqual([]);
  await setHour("date_trunc('hour', now() - interval '1 hour', 'UTC')");
  expect((await fetchCard(yui, uuid)).bytes.equals(shown.bytes)).toBe(true);
  expect(await listFiles()).toHaveLength(1);
});

test("SHARE-01 SHARE-02 each answer has its own share picture, and the page of an answer links the question's card", async () => {
  const uuid = await ask("どっち？");
  const ids = [await answer(yui, uuid, "こっち"), await answer(aoi, uuid, "あっち")];
  for (const suffix of [".answer", ".tall"]) {
    const cards = await Promise.all(ids.map((id) => fetchCard(visitor, uuid, suffix, id)));
    expect(cards.map(({ status }) => status)).toEqual([200, 200]);
    expect(cards[0]?.bytes.equals(cards[1]?.bytes ?? Buffer.of())).toBe(false);
  }
  const other = await answer(yui, await ask("べつの質問"), "べつ");
  expect((await fetchCard(visitor, uuid, ".answer", other)).status).toBe(404);
  const query = { answer_id: ids[0] ?? "" };
  const { question } = (await visitor.send(getQuestion, { params: { id: uuid }, query })).data;
  const linked = await visitor.sendRaw("GET", question.image_url);
  expect(linked.bytes.equals((await fetchCard(visitor, uuid)).bytes)).toBe(true);
});

test("PROF-07 the pictures of a sensitive answer are placeholders, but not those of the question and of other answers", async () => {
  const uuid = await ask("こわい？");
  const id = await answer(yui, uuid, "ここだけの話");
  const other = await answer(aoi, uuid, "ふつうの話");
  const before = await Promise.all(
    [".answer", ".tall"].map((suffix) => fetchCard(visitor, uuid, suffix, id)),
  );
  const question = await fetchCard(visitor, uuid);
  await yui.send(putSensitivity, { params: { id: uuid }, body: { is_ad_default: false } });
  for (const [index, suffix] of [".answer", ".tall"].entries()) {
    const own = before[index]?.bytes ?? Buffer.of();
    const withheld = await fetchCard(visitor, uuid, suffix, id);
    expect(withheld.headers["cache-control"]).toBe("public, no-cache");
    expect(withheld.bytes.equals(own)).toBe(false);
    for (const viewer of [yui, mei]) {
      const { bytes, headers } = await fetchCard(viewer, uuid, suffix, id);
      expect(bytes.equals(own)).toBe(true);
      expect(headers["cache-control"]).toBe("private, no-store");
    }
  }
  expect((await fetchCard(visitor, uuid)).bytes.equals(question.bytes)).toBe(true);
  expect((await fetchCard(visitor, uuid, ".answer", other)).status).toBe(200);
  // On the page of the sensitive answer, visitors see the placeholder instead of the question's picture.
  const query = { answer_id: id };
  const item = (await visitor.send(getQuestion, { params: { id: uuid }, query })).data.question;
  const linked = await visitor.sendRaw("GET", item.image_url);
  expect(linked.bytes.equals(question.bytes)).toBe(false);
});

test("COMM-42 COMM-45 only the sender finds the card of a held question; a deleted question has a card only with an answer, and without its text", async () => {
  const uuid = await ask("止められる質問");
  const id = await answer(yui, uuid, "はい");
  const shown = await fetchCard(kenta, uuid);
  await setStatus(uuid, "held");
  for (const viewer of [visitor, yui]) {
    expect((await fetchCard(viewer, uuid)).status).toBe(404);
    expect((await fetchCard(viewer, uuid, ".answer", id)).status).toBe(404);
  }
  const held = await fetchCard(kenta, uuid);
  expect([held.status, held.headers.etag]).toEqual([200, shown.headers.etag]);
  expect(held.headers["cache-control"]).toBe(shown.headers["cache-control"]);
  await setStatus(uuid, "deleted");
  await site.services.database.executeSql("update questions set body = '' where uuid_hash = $1", [
    uuid,
  ]);
  expect((await fetchCard(visitor, uuid)).status).toBe(404);
  expect(
    (await fetchCard(visitor, uuid, "", id)).bytes.equals(
      draw({
        text: "削除されたか、運営が非表示にした質問です",
        theme: "night",
        community: "#ゲーム",
      }),
    ),
  ).toBe(true);
  expect((await fetchCard(visitor, uuid, ".answer", id)).status).toBe(200);
});

test("PRIV-10 deleting an answer removes its pictures", async () => {
  const uuid = await ask("消す？");
  const id = await answer(yui, uuid, "消える");
  await fetchCard(visitor, uuid, ".answer", id);
  const list = () => site.services.storage.list(`cards/questions/${uuid}`);
  expect((await list()).join()).toContain(id);
  await yui.send(deleteAnswer, { params: { id } });
  await site.services.jobs.drain();
  expect(await list()).toEqual([]);
  expect((await fetchCard(visitor, uuid, ".answer", id)).status).toBe(404);
});
