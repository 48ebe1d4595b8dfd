import { getArchiveImport } from "@toibako/contract/archives/import.ts";
import { getArchiveExport, startArchiveExport } from "@toibako/contract/archives.ts";
import { takeBackMessage } from "@toibako/contract/messages.ts";
import { postTalkReport, removeTalk, showStarter } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { unpackZip, uploadArchive } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls } from "#platform/testing/talks.ts";

const site = await openSite();
const { createPerson, startedTalk, post, listOf } = createTalkCalls(site);

async function download(browser: Browser): Promise<Buffer> {
  await browser.send(startArchiveExport, {});
  await site.services.jobs.drain();
  const { download_url } = (await browser.send(getArchiveExport, {})).data;
  return (await browser.sendRaw("GET", download_url ?? "")).bytes;
}

const readArchive = async (browser: Browser) => unpackZip(await download(browser));

const readJson = (files: Map<string, Buffer>, path: string) =>
  JSON.parse(files.get(path)?.toString() ?? "null");

async function readMessages(browser: Browser): Promise<Record<string, unknown>[]> {
  return readJson(await readArchive(browser), "data/messages-0001.json");
}

test("PRIV-09 TALK-31 the archive has one's talks, with the receivers of those that one started, and nothing of an anonymous starter", async () => {
  const [yui, kenta, mei] = [await createPerson(), await createPerson(), await createPerson()];
  const started = await startedTalk(yui, kenta);
  await post(yui, started, "はじめまして<b>");
  await post(kenta, started, "こんにちは");
  const received = await startedTalk(mei, yui);
  await post(mei, received, "だれでしょう");
  await post(yui, received, "さあ");
  // Nobody has written in it.
  await startedTalk(kenta, yui);
  await yui.browser.send(postTalkReport, {
    body: { uuid: received, mode: "report", reason: "other", note: "しつこい" },
  });
  const files = await readArchive(yui.browser);
  const messages = readJson(files, "data/messages-0001.json");
  const partner = { account: kenta.account, displaying_name: kenta.account };
  expect(messages).toMatchObject([
    { talk: 1, is_started: true, partner, me: true, text: "はじめまして<b>" },
    { talk: 1, is_started: true, partner, me: false, text: "こんにちは" },
    { talk: 2, is_started: false, partner: null, me: false, text: "だれでしょう" },
    { talk: 2, is_started: false, partner: null, me: true, text: "さあ" },
  ]);
  for (const { posted_minute } of messages) expect(posted_minute).toMatch(/:00\.000Z$/);
  expect(readJson(files, "data/account.json").talk_reports).toMatchObject([
    { mode: "report", reason: "other", note: "しつこい" },
  ]);
  const page = files.get("pages/messages-0001.html")?.toString() ?? "";
  expect(page).toContain("はじめまして&#60;b&#62;");
  expect(page).toContain(`匿名さん → @${yui.account}`);
  const secrets = [mei.account, received, started];
  for (const [path, content] of files) {
    for (const secret of secrets) expect([path, content.includes(secret)]).toEqual([path, false]);
  }
  await mei.browser.send(showStarter, { params: { uuid: received } });
  expect((await readMessages(yui.browser))[2]).toMatchObject({
    partner: { account: mei.account },
  });
});

test("PRIV-09 TALK-33 the archive has no text that was taken back, and of a removed talk only one's own messages", async () => {
  const [yui, kenta] = [await createPerson(), await createPerson()];
  const uuid = await startedTalk(kenta, yui);
  await post(kenta, uuid, "前の");
  await post(yui, uuid, "前の返事");
  await yui.browser.send(removeTalk, { params: { uuid } });
  const key = createMessageKey();
  await post(kenta, uuid, "言いすぎた", key);
  await kenta.browser.send(takeBackMessage, { params: { uuid, key } });
  await post(kenta, uuid, "次の");
  const texts = (await readMessages(yui.browser)).map(({ text }) => text);
  expect(texts).toEqual(["前の返事", "次の"]);
});

test("PRIV-09 TALK-04 of a talk that isn't viewable the archive has only one's own messages", async () => {
  const yui = await createPerson();
  for (const text of ["1", "2", "3", "4"]) {
    const kenta = await createPerson();
    const uuid = await startedTalk(kenta, yui);
    await post(kenta, uuid, text);
    await post(yui, uuid, `${text}への返事`);
  }
  const { config } = site.services;
  config.has_payment = true;
  const texts = (await readMessages(yui.browser)).map(({ text }) => text);
  config.has_payment = false;
  expect(texts).toEqual(["1", "1への返事", "2", "2への返事", "3", "3への返事", "4への返事"]);
});

test("SET-22 importing an archive brings no messages", async () => {
  const [yui, kenta] = [await createPerson(), await createPerson()];
  const uuid = await startedTalk(kenta, yui);
  await post(kenta, uuid, "こんにちは");
  await post(yui, uuid, "はい");
  const mei = await createPerson();
  await uploadArchive(mei.browser, await download(yui.browser));
  await site.services.jobs.drain();
  expect((await mei.browser.send(getArchiveImport, {})).data).toMatchObject({ status: "done" });
  expect(await listOf(mei)).toEqual([]);
});
