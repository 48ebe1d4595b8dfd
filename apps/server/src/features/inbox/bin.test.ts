import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { emptyBins } from "./commands.ts";

const site = await openSite();
const yui = await site.person("yui");
const visitor = site.visitor();

async function discard(body: string, days: number) {
  const id = await site.ask(visitor, "yui", body);
  await yui.send(changeQuestion, { params: { id }, body: { status: "hidden" } });
  await site.services.database.executeSql(
    "update questions set changed_at = now() - make_interval(days => $2) where uuid_hash = $1",
    [id, days],
  );
}

test("BOX-09 what lay in the bin for more than 30 days goes, younger things stay", async () => {
  await discard("古い", 31);
  await discard("新しい", 29);
  await emptyBins(site.services.db);
  const { data } = await yui.send(listReceivedItems, { query: { status: "hidden" } });
  expect(data.items.map(({ body }) => body)).toEqual(["新しい"]);
  expect(data.pager.total_count).toBe(1);
});
