import { listBroughtAnswers, putBroughtSensitivity } from "@toibako/contract/archives/brought.ts";
import { postReport, type ReportMode } from "@toibako/contract/moderation.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import { createArchive, createRecord, packZip, uploadArchive } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { eraseBroughtAnswers } from "../archives/commands/brought.ts";

// Mio has brought answers along; Yui and Kenta read them.
const site = await openSite();
const { db, database, jobs } = site.services;
const mio = await site.registerPerson("mio");
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const count = 12;
const records = Array.from({ length: count }, (_, index) => {
  const record = createRecord({ body: `質問${index}`, text: `答え${index}` });
  record.answer.answered_at = new Date(Date.UTC(2026, 0, 1, index)).toISOString();
  return record;
});
const archive = await packZip(createArchive(records));
await uploadArchive(mio, archive);
await jobs.drain();

async function listBrought(viewer: Browser, page = "1") {
  const call = { params: { account: "mio" }, query: { page } };
  return (await viewer.send(listBroughtAnswers, call)).data;
}
const listTexts = async (viewer: Browser, page?: string) =>
  (await listBrought(viewer, page)).answers.map(({ answer_body }) => answer_body);
async function findId(text: string): Promise<string> {
  const { answers } = await listBrought(mio);
  return answers.find(({ answer_body }) => answer_body === text)?.id ?? "";
}
const report = (reporter: Browser, brought_answer_id: string, mode: ReportMode = "unit") =>
  reporter.send(postReport, { body: { mode, brought_answer_id } });
async function countReports(): Promise<number> {
  const { rows } = await database.executeSql("select count(*)::int as count from brought_reports");
  return (rows[0] as { count: number }).count;
}

test("COMM-45 SET-22 a reported answer that was brought along is hidden from its reporter alone, on every page", async () => {
  const id = await findId("答え11");
  for (const _attempt of [1, 2]) {
    const { status, data } = await report(yui, id);
    expect([status, data]).toEqual([201, { item_uuids: [], held_item_uuids: [] }]);
  }
  expect(await countReports()).toBe(1);
  expect((await listBrought(yui)).pager).toMatchObject({ total_count: count - 1, total_pages: 2 });
  expect(await listTexts(yui)).not.toContain("答え11");
  expect(await listTexts(yui, "2")).toEqual(["答え0"]);
  for (const viewer of [mio, kenta, site.openBrowser()]) {
    expect((await listBrought(viewer)).pager.total_count).toBe(count);
    expect(await listTexts(viewer)).toContain("答え11");
  }
});

test("COMM-45 SET-22 neither the answerer nor other viewers can tell that an answer was reported", async () => {
  const before = [
    await listBrought(mio),
    await listBrought(kenta),
    await listBrought(site.openBrowser()),
  ];
  const paths = await site.collectInvalidatedPages(async () => {
    expect((await report(yui, await findId("答え10"))).status).toBe(201);
  });
  expect(paths.flat()).toEqual([]);
  expect([
    await listBrought(mio),
    await listBrought(kenta),
    await listBrought(site.openBrowser()),
  ]).toEqual(before);
});

test("COMM-45 SET-22 refuses reports by visitors, of one's own answer, of several answers, and of two items at once", async () => {
  const id = await findId("答え9");
  const before = await countReports();
  expect((await report(site.openBrowser(), id)).status).toBe(401);
  expect((await report(mio, id)).status).toBe(422);
  expect((await report(kenta, id, "multiple")).status).toBe(400);
  expect((await report(kenta, "AAAAAAAAAAAAAAAAAAAAAA")).status).toBe(404);
  const both = { mode: "unit" as const, brought_answer_id: id, answer_id: id };
  expect((await kenta.send(postReport, { body: both })).status).toBe(400);
  expect((await kenta.send(postReport, { body: { mode: "unit" } })).status).toBe(400);
  // The id of an answer that was brought along is not accepted as the id of another answer.
  const asAnswer = { mode: "unit" as const, answer_id: id };
  expect((await kenta.send(postReport, { body: asAnswer })).status).toBe(404);
  expect(await countReports()).toBe(before);
});

test("SET-15 SET-22 answers of left accounts can't be reported", async () => {
  const id = await findId("答え9");
  const setLeftAt = (value: string) =>
    database.executeSql(`update users set left_at = ${value} where account = 'mio'`);
  await setLeftAt("now()");
  expect((await report(kenta, id)).status).toBe(404);
  await setLeftAt("null");
});

test("PROF-07 SET-22 only the owner of an answer can mark it as sensitive, so that it is withheld, and remove the mark", async () => {
  const id = await findId("答え8");
  const mark = (person: Browser, is_sensitive: boolean) =>
    person.send(putBroughtSensitivity, { params: { id }, body: { is_sensitive } });
  expect((await mark(site.openBrowser(), true)).status).toBe(401);
  expect((await mark(kenta, true)).status).toBe(404);
  const paths = await site.collectInvalidatedPages(async () => {
    const { status, data } = await mark(mio, true);
    expect([status, data]).toEqual([200, { answer: { id, is_sensitive: true } }]);
  });
  expect(paths.flat()).toEqual(["/mio", "/mio/brought"]);
  const find = async (viewer: Browser) =>
    (await listBrought(viewer)).answers.find((answer) => answer.id === id);
  const withheld = { is_sensitive: true, is_withheld: true, body: "", answer_body: "" };
  expect(await find(site.openBrowser())).toMatchObject(withheld);
  const shown = { is_sensitive: true, is_withheld: false, answer_body: "答え8" };
  expect(await find(mio)).toMatchObject(shown);
  await kenta.send(putUser, { body: { is_show_sensitive_content: true } });
  expect(await find(kenta)).toMatchObject(shown);
  // Importing the same archive again doesn't change the mark.
  await uploadArchive(mio, archive);
  await jobs.drain();
  expect(await find(mio)).toMatchObject(shown);
  expect((await listBrought(mio)).pager.total_count).toBe(count);
  await mark(mio, false);
  expect(await find(site.openBrowser())).toMatchObject({
    is_withheld: false,
    answer_body: "答え8",
  });
});

test("SET-15 SET-22 deleting answers that were brought along deletes their reports", async () => {
  expect(await countReports()).toBeGreaterThan(0);
  const { rows } = await database.executeSql("select pk from users where account = 'mio'");
  await eraseBroughtAnswers(db, Number((rows[0] as { pk: number }).pk));
  expect(await countReports()).toBe(0);
});
