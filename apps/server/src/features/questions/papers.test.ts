import { postAnswer } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { type Paper, papers } from "@toibako/contract/papers.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import { openSite } from "#platform/testing/site.ts";
import { toPaper } from "./policy.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

async function ask(paper?: Paper): Promise<string> {
  const body = { account: "yui", body: "?", ...(paper && { paper }) };
  return (await kenta.send(postQuestion, { body })).data.uuid_hash;
}

const readPaper = async (id: string) =>
  (await yui.send(getQuestion, { params: { id } })).data.question.paper;

test.each(papers)(
  "ASK-01 the receiver and the sender see that a letter is on paper %s",
  async (paper) => {
    const id = await ask(paper);
    expect(await readPaper(id)).toBe(paper);
    const { items } = (await yui.send(listReceivedItems, { query: { limit: "20" } })).data;
    expect(items.find(({ uuid_hash }) => uuid_hash === id)?.paper).toBe(paper);
    const { questions } = (await kenta.send(listWaitingQuestions, {})).data;
    expect(questions.find(({ uuid_hash }) => uuid_hash === id)?.paper).toBe(paper);
  },
);

test("ASK-01 nobody sees the paper of an answered question", async () => {
  const id = await ask("air");
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  for (const reader of [yui, kenta, site.openBrowser()]) {
    const { data } = await reader.send(getQuestion, { params: { id } });
    expect(data.question).toMatchObject({
      paper: null,
      item: expect.not.objectContaining({ paper: expect.anything() }),
    });
  }
});

test("ASK-01 a paper is drawn for a question that was sent without one", async () => {
  const drawn = new Set<unknown>();
  // Sixteen draws of six papers are equal once in 470 billion runs.
  for (let n = 0; n < 16; n++) drawn.add(await readPaper(await ask()));
  expect(drawn.size).toBeGreaterThan(1);
  for (const paper of drawn) expect(papers).toContain(paper);
});

test("ASK-01 API-10 a repeated request keeps the paper that was drawn first", async () => {
  const call = { body: { account: "yui", body: "もう一度？" } };
  const headers = { "idempotency-key": "the-key-of-a-paper" };
  const send = async () => (await kenta.send(postQuestion, call, headers)).data.uuid_hash;
  const id = await send();
  const paper = await readPaper(id);
  // Eight more draws would be the same once in 1.7 million runs.
  for (let n = 0; n < 8; n++) {
    expect(await send()).toBe(id);
    expect(await readPaper(id)).toBe(paper);
  }
});

test("ASK-01 the sender of a waiting question sees the theme of its receiver", async () => {
  await yui.send(putUser, { body: { card_theme: "sakura" } });
  const id = await ask();
  const { questions } = (await kenta.send(listWaitingQuestions, {})).data;
  expect(questions.find(({ uuid_hash }) => uuid_hash === id)?.card_theme).toBe("sakura");
});

test("ASK-01 an unknown paper is refused", async () => {
  const body = { account: "yui", body: "?", paper: "gold" as Paper };
  expect((await kenta.send(postQuestion, { body })).status).toBe(400);
});

test("ASK-01 a question without a paper has always the same, and such questions have all papers", () => {
  const ids = Array.from({ length: 200 }, createPublicId);
  const chosen = ids.map((id) => toPaper(null, id));
  expect(ids.map((id) => toPaper(null, id))).toEqual(chosen);
  expect(new Set(chosen)).toEqual(new Set(papers));
});

test("ASK-01 the database has a place for each paper and no other", async () => {
  const store = (paper: number) =>
    site.services.database.executeSql(
      `insert into questions (uuid_hash, receiver_pk, type, body, locale, asked_hour, paper)
      select $1, pk, 'text', '?', 'ja', now(), $2 from users where account = 'yui'`,
      [createPublicId(), paper],
    );
  await store(papers.length - 1);
  await expect(store(papers.length)).rejects.toThrow();
  await expect(store(-1)).rejects.toThrow();
});
