import { restorableDays } from "@toibako/contract/leaving.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { destroyLeftAccounts } from "./commands/destroy.ts";
import { eraseUnfinishedAccounts } from "./commands/erase.ts";

// Accounts whose name starts with `stuck` can be neither destroyed nor erased.
const site = await openSite();
const { services } = site;
const { executeSql } = services.database;
await executeSql(`
  create function refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'stuck';
  end $$`);
for (const write of ["update of destroyed_at", "delete"]) {
  await executeSql(`
    create trigger "refuse ${write}" before ${write} on users for each row
    when (old.account like 'stuck%') execute function refuse()`);
}

async function listAccounts(condition: string): Promise<unknown[]> {
  const { rows } = await executeSql(
    `select account from users where ${condition} order by account`,
  );
  return rows.map((row) => (row as { account: string }).account);
}

test("SET-24 SET-25 accounts that can't be destroyed or erased don't hold up the others", async () => {
  const accounts = ["stuck_first", "mei", "stuck_last", "yui"];
  for (const account of accounts) await site.registerPerson(account);
  await executeSql(
    `update users set left_at = now() - make_interval(days => ${restorableDays + 1})`,
  );
  await expect(destroyLeftAccounts(services, undefined)).rejects.toThrow("2 clean-ups failed");
  expect(await listAccounts("destroyed_at is null")).toEqual(["stuck_first", "stuck_last"]);

  // As if the jobs that erase accounts had failed; the accounts that can't be erased come first.
  await executeSql("delete from pgboss.job where name = 'erase_account'");
  await executeSql("alter table users disable trigger user");
  await executeSql("update users set destroyed_at = now() - interval '2 hours'");
  await executeSql("alter table users enable trigger user");
  await expect(eraseUnfinishedAccounts(services, undefined)).rejects.toThrow("2 clean-ups failed");
  expect(await listAccounts("true")).toEqual(["stuck_first", "stuck_last"]);
});
