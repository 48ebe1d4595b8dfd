import { destroyAccount } from "@toibako/contract/leaving.ts";
import { expect, test } from "vitest";
import { formatDay } from "#platform/dates.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { destroyLeaversAgain } from "./commands/destroy.ts";
import { deleteOldLeavers } from "./commands/leavers.ts";

const site = await openSite();
const { services } = site;
/** The site as a backup brings it back: with the same key and accounts, but the database of another day. */
const restored = await openSite({ secret_key: services.config.secret_key });

/** The files of all days, as `<day>/<tag>`. */
async function listLeavers(): Promise<string[]> {
  const days = await services.storage.list("leavers");
  const files = await Promise.all(
    days.map(async (day) => {
      const tags = await services.storage.list(`leavers/${day}`);
      return tags.map((tag) => `${day}/${tag}`);
    }),
  );
  return files.flat();
}

test("OPS-02 SET-25 who left after a backup is destroyed again after it was restored", async () => {
  const hana = await site.registerPerson("hana");
  await site.registerPerson("mei");
  const { rows: accounts } = await sql<{ id: string; account: string }>`
    select id, account from users`.execute(services.db);
  for (const { id, account } of accounts) {
    await restored.registerPerson(account);
    await sql`update users set id = ${id} where account = ${account}`.execute(restored.services.db);
  }
  const body = { account: "hana", password };
  expect((await hana.send(destroyAccount, { body })).status).toBe(204);
  await services.jobs.drain();

  const files = await listLeavers();
  expect(files).toEqual([expect.stringMatching(`^${formatDay(new Date())}/`)]);
  for (const { id } of accounts) expect(files.join()).not.toContain(id);

  const tags = new Set(files.map((file) => file.slice(file.indexOf("/") + 1)));
  expect(await destroyLeaversAgain(restored.services, undefined, tags)).toBe(1);
  expect(await destroyLeaversAgain(restored.services, undefined, tags)).toBe(0);
  await restored.services.jobs.drain();
  const { rows: left } = await sql`select account from users`.execute(restored.services.db);
  expect(left).toEqual([{ account: "mei" }]);
});

test("OPS-02 tags of destroyed accounts are deleted when no backup is so old any more", async () => {
  const daysAgo = (days: number) => formatDay(new Date(Date.now() - days * 86_400_000));
  await services.storage.write(`leavers/${daysAgo(92)}/old`, Buffer.alloc(0));
  await services.storage.write(`leavers/${daysAgo(89)}/recent`, Buffer.alloc(0));
  await deleteOldLeavers(services);
  expect(await listLeavers()).toContain(`${daysAgo(89)}/recent`);
  expect(await listLeavers()).not.toContain(`${daysAgo(92)}/old`);
});
