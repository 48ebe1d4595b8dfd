import { changeQuestion, listReceivedItems, type ReceivedItem } from "@toibako/contract/inbox.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");

const list = async (query: { page?: string; limit?: "20"; after?: string; before?: string }) =>
  (await yui.send(listReceivedItems, { query })).data.items;
const readIds = (items: ReceivedItem[]) => items.map(({ uuid_hash }) => uuid_hash);
const hide = (id: string | undefined) =>
  yui.send(changeQuestion, { params: { id: String(id) }, body: { status: "hidden" } });

test("BOX-01 paging by the neighbouring page skips and repeats no question while others arrive and leave", async () => {
  const asker = await site.registerPerson("kenta");
  for (let n = 1; n <= 12; n++) await site.askQuestion(asker, "yui", `${n}つめ？`);
  const all = readIds(await list({ limit: "20" }));
  expect(all).toHaveLength(12);

  const first = readIds(await list({}));
  expect(first).toEqual(all.slice(0, 3));
  await hide(first[0]);
  await hide(first[2]);
  const second = readIds(await list({ page: "2", after: first.join(",") }));
  expect(second).toEqual(all.slice(3, 6));
  await hide(second[1]);
  const third = readIds(await list({ page: "3", after: second.join(",") }));
  expect(third).toEqual(all.slice(6, 9));

  await hide(third[0]);
  expect(readIds(await list({ page: "2", before: third.join(",") }))).toEqual([
    all[1],
    all[3],
    all[5],
  ]);
  // Nothing lies before the first question, so the number of the page counts.
  expect(readIds(await list({ page: "1", before: String(all[1]) }))).toEqual(
    readIds(await list({ page: "1" })),
  );
});
