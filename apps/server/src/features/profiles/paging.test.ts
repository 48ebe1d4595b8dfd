import { deleteAnswer, postAnswer } from "@toibako/contract/answers.ts";
import { type Item, listItems } from "@toibako/contract/items.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

async function answerNew(text: string): Promise<void> {
  const question_id = await site.askQuestion(kenta, "yui", `${text}？`);
  await yui.send(postAnswer, { params: { question_id }, body: { text } });
}

const listPage = async (page: number, position: { after?: string; before?: string } = {}) =>
  (await kenta.send(listItems, { query: { account: "yui", page: String(page), ...position } }))
    .data;

const readTexts = (items: Item[]) => items.map(({ answer_body }) => answer_body);
const joinIds = (items: Item[]) => items.map(({ answer_id }) => answer_id).join(",");

const removeAnswer = (item: Item | undefined) =>
  yui.send(deleteAnswer, { params: { id: String(item?.answer_id) } });

test("API-07 PROF-10 paging forward and back by the neighbouring page skips and repeats nothing while answers are added and deleted", async () => {
  for (let n = 1; n <= 12; n++) await answerNew(`a${n}`);
  const first = await listPage(1);
  expect(readTexts(first.items)).toEqual(["a12", "a11", "a10"]);

  // By its number, the second page would repeat a10 and skip nothing; after the deletions, it would skip a9.
  await answerNew("b1");
  await removeAnswer(first.items[2]);
  await removeAnswer(first.items[0]);
  const second = await listPage(2, { after: joinIds(first.items) });
  expect(readTexts(second.items)).toEqual(["a9", "a8", "a7"]);
  expect(second.pager).toEqual({ current_page: 2, limit: 3, total_count: 11, total_pages: 4 });

  await answerNew("b2");
  const third = await listPage(3, { after: joinIds(second.items) });
  expect(readTexts(third.items)).toEqual(["a6", "a5", "a4"]);

  await removeAnswer(third.items[0]);
  await removeAnswer(second.items[1]);
  const backToSecond = await listPage(2, { before: joinIds(third.items) });
  expect(readTexts(backToSecond.items)).toEqual(["a11", "a9", "a7"]);
  const backToFirst = await listPage(1, { before: joinIds(backToSecond.items) });
  expect(readTexts(backToFirst.items)).toEqual(["b2", "b1"]);
});

test("API-07 if all answers of the neighbouring page were deleted, the page is found by its number", async () => {
  const { items } = await listPage(1);
  const position = { after: joinIds(items) };
  for (const item of items) await removeAnswer(item);
  expect(await listPage(1, position)).toEqual(await listPage(1));
  // The ids of somebody else's answers name no position.
  const texts = readTexts((await listPage(1, { after: "AAAAAAAAAAAAAAAAAAAAAA" })).items);
  expect(texts).toEqual(readTexts((await listPage(1)).items));
});

test("PROF-10 after deletions on the pages before, the pager still names the page after the one that is read", async () => {
  for (let n = 1; n <= 12; n++) await answerNew(`c${n}`);
  const first = await listPage(1);
  const second = await listPage(2, { after: joinIds(first.items) });
  for (const item of [...first.items, ...second.items.slice(1)]) await removeAnswer(item);
  const seen = [...first.items, ...second.items];
  const texts: string[] = [];
  for (let page = 3; ; page++) {
    const { items, pager } = await listPage(page, { after: joinIds(seen) });
    seen.push(...items);
    texts.push(...readTexts(items));
    if (pager.current_page >= pager.total_pages) break;
  }
  const remaining = await site.services.database.executeSql(
    "select text from answers where text like 'c%' order by pk desc",
  );
  const expected = (remaining.rows as { text: string }[]).map(({ text }) => text).slice(1);
  expect(texts.filter((text) => text.startsWith("c"))).toEqual(expected);
});
