import { postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { deleteFollow, getBaton, postBaton, postFollow } from "@toibako/contract/friends.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listBlocks, postBlock, postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Yui answers and passes on; Aoi, Mei, Ren and Sora are friends of hers; Kenta asked; Toru is nobody's friend.
const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const aoi = await site.person("aoi", "en");
const mei = await site.person("mei");
const ren = await site.person("ren");
const sora = await site.person("sora");
await site.person("toru");
for (const account of ["aoi", "mei", "ren", "sora"]) {
  await yui.send(postFollow, { params: { account } });
}

const answer = (who: Browser, question_id: string) =>
  who.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
const pass = (who: Browser, id: string, ...accounts: string[]) =>
  who.send(postBaton, { params: { id }, body: { accounts } });
const inbox = async (who: Browser) => {
  const query = { limit: "20" } as const;
  return (await who.send(listReceivedItems, { query })).data;
};
const arrived = async (who: Browser, body: string) =>
  (await inbox(who)).items.find((item) => item.body === body);

async function answered(body: string, asker = kenta): Promise<string> {
  const id = await site.ask(asker, "yui", body);
  await answer(yui, id);
  return id;
}

async function expectTrueCounts() {
  const { rows } = await site.services.database.executeSql(`
    select unread_questions_count as counted, held_questions_count as held_counted,
      (select count(*)::int from questions where receiver_pk = u.pk and status = 'unread') as unread,
      (select count(*)::int from questions where receiver_pk = u.pk and status = 'held') as held
    from users u`);
  for (const row of rows as Record<string, number>[]) {
    expect(row).toMatchObject({ counted: row.unread, held_counted: row.held });
  }
}

test("ASK-20 a friend gets the question marked as a baton, and nothing of who asked or passed it", async () => {
  const id = await answered("いちばん好きな季節は？");
  const { status, data } = await pass(yui, id, "AOI", "mei");
  expect(status).toBe(200);
  expect(data).toEqual({ accounts: ["aoi", "mei"], left: 1 });
  const item = await arrived(aoi, "いちばん好きな季節は？");
  expect(item).toMatchObject({ is_baton: true, is_self: false, status: "unread", locale: "en" });
  expect(item?.uuid_hash).not.toBe(id);
  const shown = await aoi.send(getQuestion, { params: { id: item?.uuid_hash ?? "" } });
  for (const told of [item, shown.data]) {
    expect(JSON.stringify(told)).not.toMatch(/kenta|yui/);
  }
  expect((await inbox(yui)).items.filter(({ is_baton }) => is_baton)).toEqual([]);
  await site.services.jobs.drain();
  const { notices } = (await aoi.send(listNotices, {})).data;
  const notice = notices.find(({ kind }) => kind === "new_question");
  expect(notice?.text).toBe("A question baton was passed to you.");
  expect(JSON.stringify(notice)).not.toMatch(/kenta|yui/);
  await expectTrueCounts();
});

test("ASK-20 who passed it on finds the answer among their sent questions; who asked first does not", async () => {
  const id = await answered("朝ごはんは食べますか？");
  await pass(yui, id, "mei");
  const item = await arrived(mei, "朝ごはんは食べますか？");
  await answer(mei, item?.uuid_hash ?? "");
  const sent = async (who: Browser) =>
    (await who.send(listSendQuestions, {})).data.answers.filter(
      (one) => one.related_question_body === "朝ごはんは食べますか？",
    );
  expect(await sent(yui)).toMatchObject([{ answered_user_toibako_id: "mei" }]);
  expect(await sent(kenta)).toMatchObject([{ answered_user_toibako_id: "yui" }]);
});

test("ASK-20 a stamp speaks the language of who receives it, choices come along", async () => {
  for (const body of [{ stamp_id: "eat" }, { body: "どっち？", options: ["海", "山"] }]) {
    const asked = await kenta.send(postQuestion, { body: { account: "yui", ...body } });
    const question_id = asked.data.uuid_hash;
    const picked = "options" in body ? { chosen_option: 0 } : { text: "パン" };
    await yui.send(postAnswer, { params: { question_id }, body: picked });
    expect((await pass(yui, question_id, "aoi")).status).toBe(200);
  }
  expect(await arrived(aoi, "What did you eat today?")).toMatchObject({
    ...{ type: "stamp", stamp: { id: "eat" }, is_baton: true },
  });
  expect(await arrived(aoi, "どっち？")).toMatchObject({ type: "choose", options: ["海", "山"] });
});

test("PROF-07 ASK-20 what was marked as sensitive stays so with the friend who answers it", async () => {
  const id = await answered("ここだけの話？");
  await yui.send(putSensitivity, { params: { id }, body: { is_ad_default: false } });
  await pass(yui, id, "mei");
  const baton = (await arrived(mei, "ここだけの話？"))?.uuid_hash ?? "";
  await answer(mei, baton);
  const { question } = (await kenta.send(getQuestion, { params: { id: baton } })).data;
  expect([question.body, question.item?.is_withheld]).toEqual(["", true]);
});

test("ASK-20 passing it to the same friend again makes nothing new, even when they are no friend any more", async () => {
  const id = await answered("よく聴く曲は？");
  await pass(yui, id, "ren");
  const before = (await inbox(ren)).pager.total_count;
  expect((await pass(yui, id, "ren", "REN")).data).toEqual({ accounts: ["ren"], left: 2 });
  await yui.send(deleteFollow, { params: { account: "ren" } });
  expect((await pass(yui, id, "ren")).status).toBe(200);
  await yui.send(postFollow, { params: { account: "ren" } });
  expect((await inbox(ren)).pager.total_count).toBe(before);
  await expectTrueCounts();
});

test("ASK-21 only who answered it can pass it on", async () => {
  const id = await answered("海と山、どっちが好き？");
  await kenta.send(postFollow, { params: { account: "mei" } });
  expect((await pass(kenta, id, "mei")).status).toBe(403);
  expect((await pass(site.visitor(), id, "mei")).status).toBe(401);
  const open = await site.ask(kenta, "yui", "まだ答えていません");
  expect((await pass(yui, open, "mei")).status).toBe(403);
  expect((await pass(kenta, open, "mei")).status).toBe(404);
  expect(await arrived(mei, "まだ答えていません")).toBeUndefined();
  const seen = await kenta.send(getBaton, { params: { id } });
  expect(seen.status).toBe(403);
});

test("ASK-21 a fourth friend is refused, in one call, in a second one and in several at once", async () => {
  const id = await answered("行ってみたい国は？");
  const all = await pass(yui, id, "aoi", "mei", "ren", "sora");
  expect(all.status).toBe(422);
  expect(all.error?.details.accounts).toEqual(["ひとつの質問を回せるのは3人までです。"]);
  expect(await arrived(aoi, "行ってみたい国は？")).toBeUndefined();
  const calls = ["aoi", "mei", "ren", "sora"].map((account) => pass(yui, id, account));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.sort((a, b) => a - b)).toEqual([200, 200, 200, 422]);
  expect((await pass(yui, id, "toru")).status).toBe(422);
  const found = await Promise.all(
    [aoi, mei, ren, sora].map((who) => arrived(who, "行ってみたい国は？")),
  );
  expect(found.filter((item) => item !== undefined)).toHaveLength(3);
  await expectTrueCounts();
});

test("ASK-21 who is no friend, unknown, or receives no batons is refused, and with them all others of the call", async () => {
  const id = await answered("最近うれしかったことは？");
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
  expect(await arrived(mei, "最近うれしかったことは？")).toBeUndefined();
  expect((await pass(yui, id)).status).toBe(400);
});

test("ASK-20 the friends who receive batons are listed, those who have it first", async () => {
  const id = await answered("夏休みの思い出は？");
  await pass(yui, id, "mei");
  const { friends, left, pager } = (await yui.send(getBaton, { params: { id } })).data;
  expect(friends[0]).toEqual({
    ...{ account: "mei", displaying_name: "mei", icon_url: null, is_passed: true },
  });
  expect(friends.map(({ account }) => account).sort()).toEqual(["aoi", "mei", "ren", "sora"]);
  expect([left, pager.total_count]).toEqual([2, 4]);
});

test("ASK-20 ASK-22 a friend's filter and blocks stand, and the passer is told the same", async () => {
  const id = await answered("ひみつの場所は？");
  await mei.send(postNgWord, { body: { word: "ひみつ" } });
  expect((await pass(yui, id, "mei")).data).toEqual({ accounts: ["mei"], left: 2 });
  expect(await arrived(mei, "ひみつの場所は？")).toBeUndefined();
  expect((await inbox(mei)).counts.held).toBe(1);

  // Ren blocked somebody for a question, not knowing that it was Yui.
  const question_id = await site.ask(yui, "ren", "だれでしょう？");
  await ren.send(postBlock, { body: { question_id } });
  expect((await pass(yui, id, "ren")).data).toEqual({ accounts: ["mei", "ren"], left: 1 });
  expect(await arrived(ren, "ひみつの場所は？")).toBeUndefined();
  await expectTrueCounts();
  await site.services.database.executeSql("delete from questions where status = 'dropped'");
  expect((await pass(yui, id, "ren")).data).toEqual({ accounts: ["mei", "ren"], left: 1 });
});

test("PRIV-01 reporting or blocking for a baton tells nothing of what its passer asked", async () => {
  const id = await answered("きょうの空の色は？");
  const asked = await site.ask(yui, "sora", "内緒で聞きます");
  await pass(yui, id, "sora");
  const baton = (await arrived(sora, "きょうの空の色は？"))?.uuid_hash ?? "";
  const by_question = await sora.send(postBlock, { body: { question_id: asked } });
  const body = { mode: "multipleWithBlock", item_id: baton } as const;
  const reported = await sora.send(postReport, { body });
  expect(reported.data.item_uuids).toContain(baton);
  expect(reported.data.item_uuids).not.toContain(asked);
  expect((await arrived(sora, "内緒で聞きます"))?.uuid_hash).toBe(asked);
  const { blocks } = (await sora.send(listBlocks, {})).data;
  expect(blocks.map((block) => block.id)).toContain(by_question.data.block.id);
  expect(blocks).toHaveLength(2);
});

test("BOX-14 who is blocked for a baton neither passes on nor asks any more", async () => {
  const first = await answered("好きな動物は？");
  await pass(yui, first, "aoi");
  const question_id = (await arrived(aoi, "好きな動物は？"))?.uuid_hash ?? "";
  await aoi.send(postBlock, { body: { question_id } });
  await pass(yui, await answered("好きな花は？"), "aoi");
  await site.ask(yui, "aoi", "元気ですか？");
  expect(await arrived(aoi, "好きな花は？")).toBeUndefined();
  expect(await arrived(aoi, "元気ですか？")).toBeUndefined();
  await site.ask(kenta, "aoi", "こんにちは、お元気？");
  expect(await arrived(aoi, "こんにちは、お元気？")).toBeDefined();
});
