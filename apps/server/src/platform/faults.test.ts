import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, inject, test, vi } from "vitest";
import { DatabaseTimeout } from "./database/db-errors.ts";
import { openPool } from "./database/db-pool.ts";
import { openTestDatabase } from "./testing/database.ts";
import { openSite } from "./testing/site.ts";

const onPostgres = inject("template").engine === "postgres";
const times = { connect: 2_000, statement: 300, reply: 8_000 };
const database = openTestDatabase((url) => openPool(url, times));
const site = await openSite({}, { database });
await site.registerPerson("yui");
const { executeSql } = site.services.database;

/** Sets the statements that a trigger runs before a question is inserted. */
async function setTriggerStatements(statements: string) {
  await executeSql(`
    create or replace function fault() returns trigger language plpgsql as $$
    begin ${statements} return new; end $$`);
}
await setTriggerStatements("");
await executeSql(
  "create trigger fault before insert on questions for each row execute function fault()",
);

const ask = () => site.openBrowser().send(postQuestion, { body: { account: "yui", body: "?" } });

test.each([
  ["08006", "connection_failure"],
  ["25006", "read_only_sql_transaction"],
  ["40001", "serialization_failure"],
  ["40P01", "deadlock_detected"],
  ["53000", "insufficient_resources"],
  ["53100", "disk_full"],
  ["53200", "out_of_memory"],
  ["53300", "too_many_connections"],
  ["55P03", "lock_not_available"],
  ["57014", "query_canceled"],
  ["57P01", "admin_shutdown"],
  ["57P02", "crash_shutdown"],
  ["57P03", "cannot_connect_now"],
  ["58000", "system_error"],
  ["58030", "io_error"],
])("SAFE-11 API-11 the database error %s, %s, gets 503 with Retry-After", async (code) => {
  await setTriggerStatements(`raise exception 'canary' using errcode = '${code}';`);
  const refused = await ask();
  expect([refused.status, refused.error?.code]).toEqual([503, "overloaded"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.text).not.toContain("canary");
  await setTriggerStatements("");
  expect((await ask()).status).toBe(201);
});

test.each(["XX000", "P0001", "22012"])(
  "API-09 the database error %s is a fault of the statement and gets 500",
  async (code) => {
    await setTriggerStatements(`raise exception 'canary' using errcode = '${code}';`);
    expect((await ask()).status).toBe(500);
    await setTriggerStatements("");
  },
);

// The embedded database can't cancel a statement.
test.skipIf(!onPostgres)(
  "SAFE-11 a request whose statement the server cancels gets 503",
  async () => {
    await setTriggerStatements("perform pg_sleep(60);");
    const refused = await ask();
    expect([refused.status, refused.error?.code]).toEqual([503, "overloaded"]);
    await setTriggerStatements("");
    expect((await ask()).status).toBe(201);
  },
);

test.each([
  ["a statement without a reply", new DatabaseTimeout()],
  ["a cancelled statement", Object.assign(new Error(), { code: "57014" })],
  ["no free connection", new Error("timeout exceeded when trying to connect")],
  ["no new connection", new Error("Connection terminated due to connection timeout")],
])("SAFE-11 API-11 %s gets 503 and is not retried", async (_, error) => {
  const execute = vi.spyOn(site.services.db, "query").mockRejectedValue(error);
  const refused = await site.openBrowser().send(getUser, { params: { id: "yui" } });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
  expect(execute).toHaveBeenCalledTimes(1);
});
