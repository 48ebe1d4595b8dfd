import { register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const mei = await site.registerPerson("mei");
const kenta = await site.registerPerson("kenta");

let usedKeys = 0;
/** Headers with a key that no call has used yet. */
function createKeyHeaders() {
  usedKeys += 1;
  return { "idempotency-key": `a-key-of-its-own-${usedKeys}` };
}

async function countInbox(account: "yui" | "mei") {
  const { data } = await (account === "yui" ? yui : mei).send(listReceivedItems, {});
  return data.pager.total_count;
}

async function askAndAnswer(text: string, headers = createKeyHeaders()) {
  const question_id = await site.askQuestion(kenta, "yui", text);
  const call = { params: { question_id }, body: { text } };
  return { call, headers, first: await yui.send(postAnswer, call, headers) };
}

test("ASK-10 a question that is sent twice with one key is stored once", async () => {
  const headers = createKeyHeaders();
  const before = await countInbox("yui");
  const call = { body: { account: "yui", body: "一度だけ" } };
  const first = await kenta.send(postQuestion, call, headers);
  const second = await kenta.send(postQuestion, call, headers);
  expect(second.data).toEqual(first.data);
  expect(second.location).toBe(first.location);
  expect(await countInbox("yui")).toBe(before + 1);
});

test("ASK-10 a new visitor's first question, repeated because its reply was lost, creates one question of one visitor", async () => {
  const headers = createKeyHeaders();
  const before = await countInbox("yui");
  const call = { body: { account: "yui", body: "はじめまして" } };
  const [firstBrowser, secondBrowser] = [site.openBrowser(), site.openBrowser()];
  const first = await firstBrowser.send(postQuestion, call, headers);
  const second = await secondBrowser.send(postQuestion, call, headers);
  expect(second.data).toEqual(first.data);
  expect([...secondBrowser.cookies]).toEqual([...firstBrowser.cookies]);
  expect(await countInbox("yui")).toBe(before + 1);
});

test("API-10 the same key for another text or another receiver gets 409 and sends nothing", async () => {
  const headers = createKeyHeaders();
  await kenta.send(postQuestion, { body: { account: "yui", body: "ひとつめ" } }, headers);
  const before = [await countInbox("yui"), await countInbox("mei")];
  for (const body of [
    { account: "yui", body: "ふたつめ" },
    { account: "mei", body: "ひとつめ" },
  ]) {
    const refused = await kenta.send(postQuestion, { body }, headers);
    expect(refused.status).toBe(409);
    expect(refused.error?.code).toBe("key_reused");
  }
  expect([await countInbox("yui"), await countInbox("mei")]).toEqual(before);
});

test("ASK-10 two people who use the same key send two questions", async () => {
  const headers = createKeyHeaders();
  const call = { body: { account: "yui", body: "おなじ鍵" } };
  const first = await kenta.send(postQuestion, call, headers);
  const second = await mei.send(postQuestion, call, headers);
  expect(second.status).toBe(201);
  expect(second.data.uuid_hash).not.toBe(first.data.uuid_hash);
});

test("ANS-04 an answer that is sent twice with one key gets the same reply twice", async () => {
  const { call, headers, first } = await askAndAnswer("こたえ");
  const second = await yui.send(postAnswer, call, headers);
  expect(second.status).toBe(201);
  expect(second.data).toEqual(first.data);
  expect(second.location).toBe(first.location);
});

test("ANS-04 an answer that arrives three times simultaneously is stored once", async () => {
  const question_id = await site.askQuestion(kenta, "yui", "同時に");
  const call = { params: { question_id }, body: { text: "はい" } };
  const headers = createKeyHeaders();
  const replies = await Promise.all([1, 2, 3].map(() => yui.send(postAnswer, call, headers)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(replies.map(({ data }) => data.answer.id)).size).toBe(1);
});

test("ANS-04 the same key for another text or another question gets 409 key_reused", async () => {
  const { call, headers } = await askAndAnswer("はじめの");
  const differentText = await yui.send(postAnswer, { ...call, body: { text: "べつの" } }, headers);
  expect(differentText.error?.code).toBe("key_reused");
  const question_id = await site.askQuestion(kenta, "yui", "もうひとつ");
  const elsewhere = await yui.send(postAnswer, { ...call, params: { question_id } }, headers);
  expect(elsewhere.status).toBe(409);
  expect(elsewhere.error?.code).toBe("key_reused");
});

test("PROF-12 a like that is sent twice with one key counts once, and gets 409 for another answer", async () => {
  const answer_id = (await askAndAnswer("いいね")).first.data.answer.id;
  const other_id = (await askAndAnswer("べつの")).first.data.answer.id;
  const headers = createKeyHeaders();
  for (const _ of [1, 2]) {
    const { data } = await mei.send(toggleLike, { body: { answer_id } }, headers);
    expect(data).toEqual({ answer_id, toggle_type: "increment" });
  }
  const reused = await mei.send(toggleLike, { body: { answer_id: other_id } }, headers);
  expect(reused.error?.code).toBe("key_reused");
  const { items } = (await mei.send(listItems, { query: { account: "yui" } })).data;
  const likes = items.map((item) => [item.answer_id, item.answer_likes_count]);
  expect(likes).toEqual(
    expect.arrayContaining([
      [answer_id, 1],
      [other_id, 0],
    ]),
  );
  const withNewKey = await mei.send(toggleLike, { body: { answer_id } }, createKeyHeaders());
  expect(withNewKey.data.toggle_type).toBe("decrement");
});

test("AUTH-01 a registration that is repeated with its key and password creates one account; another password is refused", async () => {
  const headers = createKeyHeaders();
  const body = { account: "haru", password, locale: "ja" } as const;
  const first = await site.openBrowser().send(register, { body }, headers);
  const second = await site.openBrowser().send(register, { body }, headers);
  expect(second.status).toBe(201);
  expect(second.data.user.id).toBe(first.data.user.id);
  const stranger = site.openBrowser();
  const stolen = { ...body, password: "another password" };
  expect((await stranger.send(register, { body: stolen }, headers)).error?.code).toBe("key_reused");
  expect(stranger.cookies.size).toBe(0);
});

test.each(["short", "x".repeat(129), "with a space", "日本語のかぎ"])(
  "API-10 a malformed key is refused: %s",
  async (key) => {
    const call = { body: { account: "yui", body: "a" } };
    const refused = await kenta.send(postQuestion, call, { "idempotency-key": key });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error?.details ?? {})).toEqual(["Idempotency-Key"]);
  },
);
