import { postAnswer } from "@toibako/contract/answers.ts";
import { deleteHeldQuestion, postNgWord } from "@toibako/contract/filters.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { deleteOldBinned } from "./commands.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();

async function askAndBin(body: string, days: number) {
  const id = await site.askQuestion(visitor, "yui", body);
  await moveToBin(id, days);
  return id;
}

/** Moves a question to the bin, and dates the move this many days back. */
async function moveToBin(id: string, days: number) {
  await yui.send(changeQuestion, { params: { id }, body: { status: "hidden" } });
  await site.services.database.executeSql(
    "update questions set changed_hour = now() - make_interval(days => $2) where uuid_hash = $1",
    [id, days],
  );
}

test("BOX-09 unanswered questions are deleted after 30 days in the bin; answered ones stay", async () => {
  await askAndBin("古い", 31);
  await askAndBin("新しい", 29);
  const answered = await askAndBin("答えた", 31);
  const answer = { params: { question_id: answered }, body: { text: "はい" } };
  await yui.send(postAnswer, answer);
  await moveToBin(answered, 31);
  await deleteOldBinned(site.services.db);
  const { data } = await yui.send(listReceivedItems, { query: { status: "hidden" } });
  expect(data.items.map(({ body }) => body).sort()).toEqual(["新しい", "答えた"].sort());
  expect(data.pager.total_count).toBe(2);
});

test("BOX-09 BOX-18 PRIV-10 deleting a question from the bin, or a held one, deletes its pictures", async () => {
  await yui.send(postNgWord, { body: { word: "りんご" } });
  const held = await site.askQuestion(visitor, "yui", "りんご");
  const ids = [await askAndBin("古い", 31), held];
  // In the hour in which a question was asked, its picture is not stored.
  await site.services.database.executeSql(
    "update questions set asked_hour = asked_hour - interval '2 hours'",
  );
  const listPictures = () =>
    Promise.all(ids.map((id) => site.services.storage.list(`cards/questions/${id}`)));
  for (const id of ids) await yui.sendRaw("GET", `/cards/questions/${id}.png`);
  expect((await listPictures()).map(({ length }) => length)).toEqual([1, 1]);
  await deleteOldBinned(site.services.db);
  await yui.send(deleteHeldQuestion, { params: { id: held } });
  await site.services.jobs.drain();
  expect(await listPictures()).toEqual([[], []]);
});
