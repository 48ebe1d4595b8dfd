import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "#platform/testing/database.ts";
import { auditSql, findFirstBadEntry } from "./audit.ts";

const database = await openTestDatabase();
afterAll(() => database.close());

async function run<T>(text: string, values?: unknown[]): Promise<T[]> {
  return (await database.executeSql(text, values)).rows as T[];
}

/** Renames an account and records it, in one statement. */
const rename = (account: string, name: string, reason: string) =>
  run(
    `with renamed as (
      update users set displaying_name = $2 where account like $1 returning pk, id
    ), ${auditSql("rename", "renamed", { actor_pk: "pk", object: "'account ' || id", reason: "$3" })}
    select pk from renamed`,
    [account, name, reason],
  );

const findFirstBadRow = () => findFirstBadEntry(database.db);

await run(
  `insert into users (id, account, displaying_name, locale, time_zone)
   select 'staff' || n, 'staff' || n, 'Staff', 'en', 'UTC' from generate_series(1, 3) n`,
);
const countRows = async () =>
  Number((await run<{ count: number }>("select count(*) from audit"))[0]?.count);

test("an audit entry is written exactly if the write of its statement happened", async () => {
  await rename("staff1", "One", "asked by mail");
  await rename("nobody", "None", "asked by mail");
  expect(await countRows()).toBe(1);
  await expect(rename("staff%", "All", "several at once")).rejects.toThrow();
  expect(await countRows()).toBe(1);
  expect(await findFirstBadRow()).toBeUndefined();
});

test("MOD-06 simultaneous entries make one chain", async () => {
  const before = await countRows();
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => rename(`staff${(n % 3) + 1}`, `Name ${n}`, `reason ${n}`)),
  );
  expect(await countRows()).toBe(before + 30);
  expect(await findFirstBadRow()).toBeUndefined();
});

test("MOD-06 the audit refuses changes of its rows", async () => {
  for (const change of ["update audit set reason = ''", "delete from audit", "truncate audit"]) {
    await expect(run(change)).rejects.toThrow(/append-only/);
  }
});

test.each([
  "actor_pk = actor_pk + 1",
  "action = action || '.'",
  "object = object || '.'",
  "reason = reason || '.'",
  "happened_hour = happened_hour + interval '1 hour'",
  "hash = sha256(hash)",
  "number = -number",
])("MOD-06 a row that was changed past the trigger is found: %s", async (change) => {
  const number = 7;
  await run("alter table audit disable trigger audit_is_append_only");
  await run("create table kept as select * from audit");
  await run(`update audit set ${change} where number = ${number}`);
  expect(await findFirstBadRow()).toBe(number);
  await run("delete from audit");
  await run("insert into audit select * from kept");
  await run("drop table kept");
  await run("alter table audit enable trigger audit_is_append_only");
  expect(await findFirstBadRow()).toBeUndefined();
});
