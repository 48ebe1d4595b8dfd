import { expect, test } from "vitest";
import { openSite } from "./testing/site.ts";

const site = await openSite();
await site.person("yui");

test("PRIV-02 the queue, too, knows no more than the hour in which a question came", async () => {
  await site.ask(site.visitor(), "yui", "いつ来た？");
  const { rows } = await site.services.database.executeSql(
    "select created_on, start_after, keep_until from pgboss.job where name = 'tell_new_question'",
  );
  expect(rows).toHaveLength(1);
  for (const moment of Object.values(rows[0] as Record<string, Date>)) {
    expect(new Date(moment).getTime() % 3_600_000).toBe(0);
  }
});
