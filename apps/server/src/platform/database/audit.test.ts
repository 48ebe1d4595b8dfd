import { expect, test } from "vitest";
import { openTestDatabase } from "#platform/testing/database.ts";
import { auditSql } from "./audit.ts";

const database = await openTestDatabase();

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

/** Returns the number of the first row whose hash is wrong or that is missing; undefined if there is none. */
async function findFirstBadRow(): Promise<number | undefined> {
  const [bad] = await run<{ number: number }>(`
    with recursive checked as (
      select 0::bigint as number, ''::bytea as hash, true as is_good
      union all
      select checked.number + 1, expected.hash, coalesce(expected.hash = audit.hash, false)
      from checked
      join audit_head on checked.number < audit_head.number
      left join audit on audit.number = checked.number + 1
      cross join lateral (
        select sha256(checked.hash || convert_to(jsonb_build_array(audit.actor_pk, audit.action, audit.object,
          audit.reason, extract(epoch from audit.happened_hour))::text, 'UTF8')) as hash
      ) expected
    )
    select number from checked where not is_good order by number limit 1`);
  return bad && Number(bad.number);
}

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

test("simultaneous entries make one chain", async () => {
  const before = await countRows();
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => rename(`staff${(n % 3) + 1}`, `Name ${n}`, `reason ${n}`)),
  );
  expect(await countRows()).toBe(before + 30);
  expect(await findFirstBadRow()).toBeUndefined();
});

test("the audit refuses changes of its rows", async () => {
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
])("a row that was changed past the trigger is found: %s", async (change) => {
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
