import { listUserAchievements } from "@toibako/contract/achievements.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import {
  deleteBroughtAnswer,
  deleteBroughtAnswers,
  listBroughtAnswers,
} from "@toibako/contract/archives/brought.ts";
import { getArchiveImport } from "@toibako/contract/archives/import.ts";
import { getArchiveExport, startArchiveExport } from "@toibako/contract/archives.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { listNgWords, postNgWord } from "@toibako/contract/filters.ts";
import { listRecommendedContents, listTimeline } from "@toibako/contract/friends/timeline.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { getUser, listMostLiked } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { putProfile, putUser } from "@toibako/contract/settings.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createArchive, createRecord, packZip, uploadArchive } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { sendFile } from "#platform/testing/send-file.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { rankRecommendedAnswers } from "../friends/commands/recommended-answers.ts";

const site = await openSite();
const { db, jobs } = site.services;
// Other accounts import the archive of Yui, who has answered Kenta's questions.
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

/** Makes the archive of an account and downloads it. */
async function exportArchive(person: Browser): Promise<Buffer> {
  await person.send(startArchiveExport, {});
  await jobs.drain();
  const { data } = await person.send(getArchiveExport, {});
  return (await person.sendRaw("GET", data.download_url ?? "")).bytes;
}

/** Uploads an archive, runs the job and returns the report. */
async function importArchive(person: Browser, archive: Buffer) {
  expect((await uploadArchive(person, archive)).data.status).toBe("waiting");
  await jobs.drain();
  return (await person.send(getArchiveImport, {})).data;
}

async function listBrought(account: string, viewer: Browser = site.openBrowser()) {
  const call = { params: { account }, query: { page: "1" } };
  return (await viewer.send(listBroughtAnswers, call)).data;
}

/** Returns the first two pages of Yui's answers, as Yui sees them. */
async function listOwnItems() {
  const pages = await Promise.all(
    ["1", "2"].map((page) => yui.send(listItems, { query: { account: "yui", page } })),
  );
  return pages.flatMap(({ data }) => data.items);
}

const bodies = ["すきな色は？", "犬と猫なら？", "どこへ？", "ないしょの質問"] as const;

async function fillYui() {
  const ask = async (body: object) =>
    (await kenta.send(postQuestion, { body: { account: "yui", ...body } })).data.uuid_hash;
  const answer = async (question_id: string, body: object) =>
    (await yui.send(postAnswer, { params: { question_id }, body })).data.answer.id;
  await answer(await ask({ body: bodies[0] }), { text: "あお\nとてもあお" });
  const options = ["犬", "猫"];
  await answer(await ask({ body: bodies[1], options }), { chosen_option: 1, text: "" });
  await answer(await ask({ stamp_id: "eat" }), { text: "たべた" });
  const params = { category_id: "hobby", community_id: "travel" };
  const asked = await kenta.send(postCommunityQuestion, { params, body: { body: bodies[2] } });
  await yui.send(postCommunityAnswer, {
    params: { ...params, uuid: asked.data.uuid_hash },
    body: { body: "海へ" },
  });
  const secret = await ask({ body: bodies[3] });
  await answer(secret, { text: "ひみつの答え" });
  await sql`update questions set is_ad_default = false where uuid_hash = ${secret}`.execute(db);
  await yui.send(putUser, {
    body: { self_introduction: "海がすきです", is_show_sensitive_content: true },
  });
  await yui.send(postNgWord, { body: { word: "にがて" } });
  const red = { create: { width: 50, height: 50, channels: 3 as const, background: "#f00" } };
  const picture = await sharp(red).png().toBuffer();
  await sendFile(yui, putProfile, picture, { name: "user[icon]" });
}

await fillYui();
const archive = await exportArchive(yui);

test("SET-22 an account imports the archive of another account; everybody can read the answers, without likes or senders", async () => {
  const mio = await site.registerPerson("mio");
  const report = await importArchive(mio, archive);
  expect(report).toMatchObject({
    status: "done",
    failure: null,
    progress: 5,
    total: 5,
    brought_count: 5,
    known_count: 0,
    malformed_count: 0,
    refused_count: 0,
    words_count: 1,
    has_brought_introduction: true,
    has_brought_picture: true,
  });
  const originals = await listOwnItems();
  const { answers, pager } = await listBrought("mio", mio);
  expect(pager).toMatchObject({ total_count: 5, current_page: 1 });
  const shorten = (items: { body: string; answer_body: string; chosen_option: number | null }[]) =>
    items.map(({ body, answer_body, chosen_option }) => [body, answer_body, chosen_option]);
  expect(shorten(answers)).toEqual(shorten(originals));
  expect(answers.map(({ answered_at }) => answered_at)).toEqual(
    originals.map(({ answered_at }) => answered_at),
  );
  expect(answers.find(({ type }) => type === "stamp")?.stamp?.id).toBe("eat");
  expect(answers.find(({ type }) => type === "choose")?.options).toEqual(["犬", "猫"]);
  for (const answer of answers) {
    expect(Object.keys(answer).filter((key) => /like|sender|user|uuid/.test(key))).toEqual([]);
  }
  const { user } = (await site.openBrowser().send(getUser, { params: { id: "mio" } })).data;
  expect(user).toMatchObject({
    self_introduction: "海がすきです",
    icon_url: expect.stringMatching(/^\/pictures\//),
    brought_answers_count: 5,
    answers_count: 0,
    answer_likes_count: 0,
  });
  const { ng_words } = (await mio.send(listNgWords, {})).data;
  expect(ng_words.map(({ word }) => word)).toEqual(["にがて"]);
});

test("SET-22 PROF-07 a sensitive answer is withheld from viewers who may not see it", async () => {
  const shown = (await listBrought("mio")).answers;
  expect(shown.filter(({ is_withheld }) => is_withheld)).toEqual([
    expect.objectContaining({ body: "", answer_body: "", options: null, stamp: null }),
  ]);
  await kenta.send(putUser, { body: { is_show_sensitive_content: true } });
  const seen = (await listBrought("mio", kenta)).answers.map(({ body }) => body);
  expect(seen).toContain(bodies[3]);
});

test("SET-22 imported answers are in no ranking, timeline, counter, notice, sitemap or feed, and earn no achievement", async () => {
  const rin = await site.registerPerson("rin");
  await kenta.send(postFollow, { params: { account: "rin" } });
  await jobs.drain();
  const before = await sql<{ count: number }>`select count(*)::int as count from notices`.execute(
    db,
  );
  const recent = createRecord({ body: "きのうの質問", text: "きのうの答え" });
  recent.answer.answered_at = new Date(Date.now() - 3_600_000).toISOString();
  recent.answer.likes_count = 1_000;
  const many = Array.from({ length: 12 }, (_, index) => createRecord({ text: `答え${index}` }));
  await importArchive(rin, await packZip(createArchive([recent, ...many])));
  await rankRecommendedAnswers(db);
  await jobs.drain();
  const read = JSON.stringify([
    (await kenta.send(listTimeline, {})).data,
    (await kenta.send(listRecommendedContents, { query: { locale: "ja" } })).data,
    (await kenta.send(listMostLiked, { query: { account: "rin" } })).data,
    (await kenta.send(listItems, { query: { account: "rin" } })).data,
    (await rin.send(listNotices, {})).data,
    (await kenta.sendRaw("GET", "/ja/rin/feed.atom")).text,
    (await kenta.sendRaw("GET", "/sitemap/answers/0.xml")).text,
    (await kenta.sendRaw("GET", "/sitemap/profiles/0.xml")).text,
  ]);
  expect(read).not.toMatch(/きのう|答え\d/);
  expect(read).not.toContain("/ja/rin/brought");
  expect((await rin.send(listUserAchievements, {})).data.user_achievements).toEqual([]);
  const after = await sql<{ count: number }>`select count(*)::int as count from notices`.execute(
    db,
  );
  expect(after.rows).toEqual(before.rows);
  const { rows } = await sql`
    select answers_count, answer_likes_count, brought_answers_count, unread_questions_count
    from users where account = 'rin'`.execute(db);
  expect(rows).toEqual([
    {
      answers_count: 0,
      answer_likes_count: 0,
      brought_answers_count: 13,
      unread_questions_count: 0,
    },
  ]);
});

test("SET-22 importing the same archive a second time adds nothing, and a newer archive adds only new answers", async () => {
  const mio = await site.signInAgain("mio");
  expect(await importArchive(mio, archive)).toMatchObject({
    status: "done",
    brought_count: 0,
    known_count: 5,
    words_count: 0,
    has_brought_introduction: false,
    has_brought_picture: false,
  });
  const question_id = await site.askQuestion(kenta, "yui", "もうひとつ？");
  await yui.send(postAnswer, { params: { question_id }, body: { text: "もうひとつ" } });
  const newer = await exportArchive(yui);
  expect(await importArchive(mio, newer)).toMatchObject({ brought_count: 1, known_count: 5 });
  // An account does not import the answers that it gave here.
  expect(await importArchive(yui, newer)).toMatchObject({ brought_count: 0, known_count: 6 });
  expect((await listBrought("mio")).pager.total_count).toBe(6);
});

test("SET-22 equal answers in one archive are all imported, and a second import adds none", async () => {
  const sora = await site.registerPerson("sora");
  const records = [createRecord({}), createRecord({}), createRecord({ text: "べつの答え" })];
  const file = await packZip(createArchive(records));
  expect(await importArchive(sora, file)).toMatchObject({ brought_count: 3 });
  expect(await importArchive(sora, file)).toMatchObject({ brought_count: 0, known_count: 3 });
});

test("SET-22 imported answers are in the account's own archive, and can be imported again from there", async () => {
  const nao = await site.registerPerson("nao");
  const mio = await site.signInAgain("mio");
  const report = await importArchive(nao, await exportArchive(mio));
  expect(report).toMatchObject({ status: "done", brought_count: 6, total: 6 });
  const strip = ({ answers }: Awaited<ReturnType<typeof listBrought>>) =>
    answers.map(({ id: _, ...answer }) => answer);
  expect(strip(await listBrought("nao", nao))).toEqual(strip(await listBrought("mio", mio)));
});

test("SET-22 an import does not replace the introduction and the picture of an account", async () => {
  const ema = await site.registerPerson("ema");
  await ema.send(putUser, { body: { self_introduction: "わたしはエマ", avatar: "fox" } });
  expect(await importArchive(ema, archive)).toMatchObject({
    has_brought_introduction: false,
    has_brought_picture: false,
    brought_count: 5,
  });
  const { user } = (await ema.send(getUser, { params: { id: "ema" } })).data;
  expect(user).toMatchObject({ self_introduction: "わたしはエマ", icon_url: "/avatars/fox.svg" });
  expect(user.displaying_name).not.toBe("yui");
});

test("SET-22 only the owner deletes imported answers, one or all, and they can be imported again", async () => {
  const ema = await site.signInAgain("ema");
  const [first] = (await listBrought("ema", ema)).answers;
  const call = { params: { id: first?.id ?? "" } };
  expect((await site.openBrowser().send(deleteBroughtAnswer, call)).status).toBe(401);
  expect((await kenta.send(deleteBroughtAnswer, call)).status).toBe(404);
  const paths = await site.collectInvalidatedPages(async () => {
    expect((await ema.send(deleteBroughtAnswer, call)).status).toBe(204);
  });
  expect(paths.flat()).toEqual(["/ema", "/ema/brought"]);
  expect((await ema.send(deleteBroughtAnswer, call)).status).toBe(404);
  expect((await listBrought("ema")).pager.total_count).toBe(4);
  await ema.send(deleteBroughtAnswers, {});
  expect(await listBrought("ema")).toMatchObject({ answers: [], pager: { total_count: 0 } });
  expect((await ema.send(getArchiveImport, {})).data.status).toBe("none");
  expect(await importArchive(ema, archive)).toMatchObject({ brought_count: 5 });
});
