import { postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { getIconUrl } from "@toibako/contract/avatars.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { deleteFollow, getBaton, postBaton, postFollow } from "@toibako/contract/friends.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { destroyAccount, leaveAccount } from "@toibako/contract/leaving.ts";
import { listBlocks, postBlock, postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listSendQuestions, listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityAnswer,
  storeCommunityQuestion,
} from "#platform/testing/communities.ts";
import { openSite, password } from "#platform/testing/site.ts";

// Kenta asks Yui, who answers and passes questions on. Aoi, Mei, Ren and Sora are her friends, Toru is not.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const aoi = await site.registerPerson("aoi", "en");
const mei = await site.registerPerson("mei");
const ren = await site.registerPerson("ren");
const sora = await site.registerPerson("sora");
await site.registerPerson("toru");
for (const account of ["aoi", "mei", "ren", "sora"]) {
  await yui.send(postFollow, { params: { account } });
}

const answer = (answerer: Browser, question_id: string) =>
  answerer.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
const pass = (answerer: Browser, id: string, ...accounts: string[]) =>
  answerer.send(postBaton, { params: { id }, body: { accounts } });
const readInbox = async (person: Browser) => {
  const query = { limit: "20" } as const;
  return (await person.send(listReceivedItems, { query })).data;
};
const findReceived = async (person: Browser, body: string) =>
  (await readInbox(person)).items.find((item) => item.body === body);

async function askAndAnswer(body: string, sender = kenta): Promise<string> {
  const id = await site.askQuestion(sender, "yui", body);
  await answer(yui, id);
  return id;
}

async function expectCorrectCounts() {
  const { rows } = await site.services.database.executeSql(`
    select unread_questions_count as counted, held_questions_count as held_counted,
      (select count(*)::int from questions where receiver_pk = u.pk and status = 'unread') as unread,
      (select count(*)::int from questions where receiver_pk = u.pk and status = 'held') as held
    from users u`);
  for (const row of rows as Record<string, number>[]) {
    expect(row).toMatchObject({ counted: row.unread, held_counted: row.held });
  }
}

test("ASK-20 a friend gets the question as a baton that names neither its sender nor its passer", async () => {
  const id = await askAndAnswer("いちばん好きな季節は？");
  const { status, data } = await pass(yui, id, "AOI", "mei");
  expect(status).toBe(200);
  expect(data).toEqual({ accounts: ["aoi", "mei"], left: 1 });
  const item = await findReceived(aoi, "いちばん好きな季節は？");
  expect(item).toMatchObject({ is_baton: true, is_self: false, status: "unread", locale: "en" });
  expect(item?.uuid_hash).not.toBe(id);
  const shown = await aoi.send(getQuestion, { params: { id: item?.uuid_hash ?? "" } });
  for (const reply of [item, shown.data]) {
    expect(JSON.stringify(reply)).not.toMatch(/kenta|yui/);
  }
  expect((await readInbox(yui)).items.filter(({ is_baton }) => is_baton)).toEqual([]);
  await site.services.jobs.drain();
  const { notices } = (await aoi.send(listNotices, {})).data;
  const notice = notices.find(({ kind }) => kind === "new_question");
  expect(notice?.text).toBe("A question baton was passed to you.");
  expect(JSON.stringify(notice)).not.toMatch(/kenta|yui/);
  await expectCorrectCounts();
});

test("ASK-20 the passer finds the friend's answer among their sent questions, the original sender does not", async () => {
  const id = await askAndAnswer("朝ごはんは食べますか？");
  await pass(yui, id, "mei");
  const item = await findReceived(mei, "朝ごはんは食べますか？");
  await answer(mei, item?.uuid_hash ?? "");
  const listSent = async (person: Browser) =>
    (await person.send(listSendQuestions, {})).data.answers.filter(
      ({ related_question_body }) => related_question_body === "朝ごはんは食べますか？",
    );
  expect(await listSent(yui)).toMatchObject([{ answered_user_toibako_id: "mei" }]);
  expect(await listSent(kenta)).toMatchObject([{ answered_user_toibako_id: "yui" }]);
});

test("ASK-20 a stamp is shown in the friend's language, and a question keeps its choices", async () => {
  for (const body of [{ stamp_id: "eat" }, { body: "どっち？", options: ["海", "山"] }]) {
    const asked = await kenta.send(postQuestion, { body: { account: "yui", ...body } });
    const question_id = asked.data.uuid_hash;
    const picked = "options" in body ? { chosen_option: 0 } : { text: "パン" };
    await yui.send(postAnswer, { params: { question_id }, body: picked });
    expect((await pass(yui, question_id, "aoi")).status).toBe(200);
  }
  expect(await findReceived(aoi, "What did you eat today?")).toMatchObject({
    type: "stamp",
    stamp: { id: "eat" },
    is_baton: true,
  });
  expect(await findReceived(aoi, "どっち？")).toMatchObject({
    type: "choose",
    options: ["海", "山"],
  });
});

test("PROF-07 ASK-20 a sensitive question stays sensitive when passed on", async () => {
  const id = await askAndAnswer("ここだけの話？");
  await yui.send(putSensitivity, { params: { id }, body: { is_ad_default: false } });
  await pass(yui, id, "mei");
  const baton = (await findReceived(mei, "ここだけの話？"))?.uuid_hash ?? "";
  await answer(mei, baton);
  const { question } = (await kenta.send(getQuestion, { params: { id: baton } })).data;
  expect([question.body, question.item?.is_withheld]).toEqual(["", true]);
});

test("ASK-20 passing a question to the same account again changes nothing, even after unfollowing it", async () => {
  const id = await askAndAnswer("よく聴く曲は？");
  await pass(yui, id, "ren");
  const before = (await readInbox(ren)).pager.total_count;
  expect((await pass(yui, id, "ren", "REN")).data).toEqual({ accounts: ["ren"], left: 2 });
  await yui.send(deleteFollow, { params: { account: "ren" } });
  expect((await pass(yui, id, "ren")).status).toBe(200);
  await yui.send(postFollow, { params: { account: "ren" } });
  expect((await readInbox(ren)).pager.total_count).toBe(before);
  await expectCorrectCounts();
});

test("ASK-20 receivers who have left or are destroyed are no longer named, but still counted", async () => {
  const lena = await site.registerPerson("lena");
  const leo = await site.registerPerson("leo");
  for (const account of ["lena", "leo"]) await yui.send(postFollow, { params: { account } });
  const id = await askAndAnswer("好きな飲み物は？");
  expect((await pass(yui, id, "lena", "leo")).data).toEqual({ accounts: ["lena", "leo"], left: 1 });
  await lena.send(leaveAccount, {});
  await leo.send(destroyAccount, { body: { account: "leo", password } });
  expect((await pass(yui, id, "mei")).data).toEqual({ accounts: ["mei"], left: 0 });
  await site.services.jobs.drain();
  expect((await pass(yui, id, "mei")).data).toEqual({ accounts: ["mei"], left: 0 });
});

test("ASK-21 only the answerer can pass a question on", async () => {
  const id = await askAndAnswer("海と山、どっちが好き？");
  await kenta.send(postFollow, { params: { account: "mei" } });
  expect((await pass(kenta, id, "mei")).status).toBe(403);
  expect((await pass(site.openBrowser(), id, "mei")).status).toBe(401);
  const unanswered = await site.askQuestion(kenta, "yui", "まだ答えていません");
  expect((await pass(yui, unanswered, "mei")).status).toBe(403);
  expect((await pass(kenta, unanswered, "mei")).status).toBe(404);
  expect(await findReceived(mei, "まだ答えていません")).toBeUndefined();
  expect((await kenta.send(getBaton, { params: { id } })).status).toBe(403);
});

test("ASK-21 a fourth friend is refused in the same, in a later and in a simultaneous request", async () => {
  const id = await askAndAnswer("行ってみたい国は？");
  const all = await pass(yui, id, "aoi", "mei", "ren", "sora");
  expect(all.status).toBe(422);
  expect(all.error?.details.accounts).toEqual(["ひとつの質問を回せるのは3人までです。"]);
  expect(await findReceived(aoi, "行ってみたい国は？")).toBeUndefined();
  const accounts = ["aoi", "mei", "ren", "sora"];
  const calls = accounts.map((account) => pass(yui, id, account));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 422]);
  const later = await pass(yui, id, accounts[statuses.indexOf(422)] ?? "");
  expect(later.error?.details.accounts).toEqual(all.error?.details.accounts);
  const received = await Promise.all(
    [aoi, mei, ren, sora].map((receiver) => findReceived(receiver, "行ってみたい国は？")),
  );
  expect(received.filter((item) => item !== undefined)).toHaveLength(3);
  await expectCorrectCounts();
});

test("ASK-21 SAFE-02 a question asked after a refused pass is listed for its sender", async () => {
  for (const body of ["一つ目の本は？", "二つ目の本は？"]) {
    const id = await askAndAnswer(body);
    const passes = [
      ["aoi", "mei"],
      ["ren", "sora"],
    ].map((accounts) => pass(yui, id, ...accounts));
    const statuses = (await Promise.all(passes)).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 422]);
  }
  const later = await site.askQuestion(yui, "kenta", "見失われない質問");
  // Forgets the counts, as a restart of the process does.
  site.services.sent_counts.clear();
  const { questions } = (await yui.send(listWaitingQuestions, {})).data;
  expect(questions.map(({ uuid_hash }) => uuid_hash)).toContain(later);
  await expectCorrectCounts();
});

test("ASK-21 two people who pass questions to the same friends simultaneously don't cause a deadlock", async () => {
  const friends = ["aoi", "mei", "ren"];
  for (const account of friends) await kenta.send(postFollow, { params: { account } });
  for (const round of [1, 2, 3]) {
    const first = await askAndAnswer(`ゆいに${round}回目`);
    const second = await site.askQuestion(yui, "kenta", `けんたに${round}回目`);
    await answer(kenta, second);
    const passes = [pass(yui, first, ...friends), pass(kenta, second, ...friends.toReversed())];
    const statuses = (await Promise.all(passes)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  }
  for (const account of friends) await kenta.send(deleteFollow, { params: { account } });
});

test("ASK-21 the whole request is refused if one receiver is unknown, is not a friend or accepts no batons", async () => {
  const id = await askAndAnswer("最近うれしかったことは？");
  for (const account of ["toru", "nobody_at_all", "yui"]) {
    const { status, error } = await pass(yui, id, "mei", account);
    expect(status).toBe(422);
    expect(error?.messages).toEqual([
      `@${account}さんはともだちではないので、バトンを回せません。`,
    ]);
  }
  await sora.send(putUser, { body: { is_receive_baton: false } });
  const { status, error } = await pass(yui, id, "mei", "sora");
  expect(status).toBe(422);
  expect(error?.messages).toEqual(["@soraさんはバトンを受け取っていません。"]);
  const { friends, left } = (await yui.send(getBaton, { params: { id } })).data;
  expect(friends.map(({ account }) => account)).not.toContain("sora");
  expect(left).toBe(3);
  await sora.send(putUser, { body: { is_receive_baton: true } });
  expect(await findReceived(mei, "最近うれしかったことは？")).toBeUndefined();
  expect((await pass(yui, id)).status).toBe(400);
});

test("ASK-20 lists the friends who accept batons, starting with those who have the question", async () => {
  const id = await askAndAnswer("夏休みの思い出は？");
  await pass(yui, id, "mei");
  const { friends, left, pager } = (await yui.send(getBaton, { params: { id } })).data;
  expect(friends[0]).toEqual({
    account: "mei",
    displaying_name: "mei",
    icon_url: getIconUrl("mei", null),
    is_passed: true,
  });
  expect(friends.map(({ account }) => account).sort()).toEqual(["aoi", "mei", "ren", "sora"]);
  expect([left, pager.total_count]).toEqual([2, 4]);
});

test("ASK-20 ASK-22 a friend's filters and blocks apply, and the reply to the passer is the same", async () => {
  const id = await askAndAnswer("ひみつの場所は？");
  await mei.send(postNgWord, { body: { word: "ひみつ" } });
  expect((await pass(yui, id, "mei")).data).toEqual({ accounts: ["mei"], left: 2 });
  expect(await findReceived(mei, "ひみつの場所は？")).toBeUndefined();
  expect((await readInbox(mei)).counts.held).toBe(1);

  // Ren blocks the unknown sender of a question, who is Yui.
  const question_id = await site.askQuestion(yui, "ren", "だれでしょう？");
  await ren.send(postBlock, { body: { question_id } });
  expect((await pass(yui, id, "ren")).data).toEqual({ accounts: ["mei", "ren"], left: 1 });
  expect(await findReceived(ren, "ひみつの場所は？")).toBeUndefined();
  await expectCorrectCounts();
  await site.services.database.executeSql("delete from questions where status = 'dropped'");
  expect((await pass(yui, id, "ren")).data).toEqual({ accounts: ["mei", "ren"], left: 1 });
});

test("PRIV-01 reporting or blocking a baton does not reveal which questions its passer asked", async () => {
  const id = await askAndAnswer("きょうの空の色は？");
  const asked = await site.askQuestion(yui, "sora", "内緒で聞きます");
  await pass(yui, id, "sora");
  const baton = (await findReceived(sora, "きょうの空の色は？"))?.uuid_hash ?? "";
  const blocked = await sora.send(postBlock, { body: { question_id: asked } });
  const body = { mode: "multipleWithBlock", item_id: baton } as const;
  const reported = await sora.send(postReport, { body });
  expect(reported.data.item_uuids).toContain(baton);
  expect(reported.data.item_uuids).not.toContain(asked);
  expect((await findReceived(sora, "内緒で聞きます"))?.uuid_hash).toBe(asked);
  const { blocks } = (await sora.send(listBlocks, {})).data;
  expect(blocks.map((block) => block.id)).toContain(blocked.data.block.id);
  expect(blocks).toHaveLength(2);
});

test("BOX-14 after blocking a baton, the friend gets no more batons or questions from its passer", async () => {
  const first = await askAndAnswer("好きな動物は？");
  await pass(yui, first, "aoi");
  const question_id = (await findReceived(aoi, "好きな動物は？"))?.uuid_hash ?? "";
  await aoi.send(postBlock, { body: { question_id } });
  await pass(yui, await askAndAnswer("好きな花は？"), "aoi");
  await site.askQuestion(yui, "aoi", "元気ですか？");
  expect(await findReceived(aoi, "好きな花は？")).toBeUndefined();
  expect(await findReceived(aoi, "元気ですか？")).toBeUndefined();
  await site.askQuestion(kenta, "aoi", "こんにちは、お元気？");
  expect(await findReceived(aoi, "こんにちは、お元気？")).toBeDefined();
});

test("COMM-42 ASK-20 neither a question of a community nor its copy can be passed on", async () => {
  const community = "baton-harbour";
  await storeCommunity(site.services, community);
  const original = await storeCommunityQuestion(site.services, community, { body: "みんなへ" });
  await storeCommunityAnswer(site.services, original, "yui", "はい");
  await storeCommunityAnswer(site.services, original, "toru", "はい");
  expect((await pass(yui, original, "aoi")).status).toBe(404);
  expect((await yui.send(getBaton, { params: { id: original } })).status).toBe(404);
  const { rows } = await site.services.database.executeSql(
    `insert into questions (uuid_hash, receiver_pk, community_pk, original_pk, status, type, body, locale,
      asked_hour, is_answered)
    select 'COPYCOPYCOPYCOPYCOPYCO', u.pk, q.community_pk, q.pk, 'confirmed', 'text', q.body, q.locale,
      q.asked_hour, true
    from questions q, users u where q.uuid_hash = $1 and u.account = 'yui' returning uuid_hash`,
    [original],
  );
  const [copy] = rows as { uuid_hash: string }[];
  expect((await pass(yui, copy?.uuid_hash ?? "", "aoi")).status).toBe(404);
});
