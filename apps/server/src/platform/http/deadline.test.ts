import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import fastify from "fastify";
import { afterAll, expect, inject, test, vi } from "vitest";
import { isUnavailable } from "#platform/database/db-errors.ts";
import { openPool } from "#platform/database/db-pool.ts";
import { openTestDatabase } from "#platform/testing/database.ts";
import { registerDeadlines } from "./deadline.ts";

const times = { connect: 2_000, statement: 5_000, reply: 6_000 };
const onPostgres = inject("template").engine === "postgres";
const { executeSql, close } = await openTestDatabase((url) => openPool(url, times));
const app = fastify();
app.setErrorHandler((error, _request, reply) =>
  reply.code(isUnavailable(error) ? 503 : 500).send(),
);
registerDeadlines(app, 400);
afterAll(async () => {
  await app.close();
  await close();
});

const runShortStatements = async (count: number) => {
  for (let i = 0; i < count; i++) await executeSql("select pg_sleep(0.1)");
};
const backgroundWork: Promise<unknown>[] = [];
app.get("/few", async () => runShortStatements(1));
app.get("/many", async () => runShortStatements(50));
app.post("/many", async () => runShortStatements(50));
app.get("/background", async () => {
  backgroundWork.push(runShortStatements(10));
  return {};
});
// Makes further calls during a request, as rendering a page does.
app.get("/page", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 10; i++) statuses.push((await app.inject("/few")).statusCode);
  return statuses;
});

// The embedded database runs in this process, so it can't hang while the process runs.
test.skipIf(!onPostgres)(
  "SAFE-11 all statements of a request share one deadline, with and without a request body",
  async () => {
    expect((await app.inject("/few")).statusCode).toBe(200);
    expect((await app.inject("/many")).statusCode).toBe(503);
    const payload = { a: "b".repeat(200_000) };
    expect((await app.inject({ method: "POST", url: "/many", payload })).statusCode).toBe(503);
  },
);

test.skipIf(!onPostgres)(
  "SAFE-11 a request whose body arrives in parts has the same deadline",
  async () => {
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const headers = { "content-type": "application/json" };
    const sent = request(`${url}/many`, { method: "POST", headers });
    const replied = once(sent, "response");
    sent.write('{"a":');
    await once(app.server, "request");
    // Takes long enough for the hooks to run before the rest of the body arrives.
    await executeSql("select 1");
    sent.end("1}");
    const [reply] = (await replied) as [IncomingMessage];
    expect(reply.resume().statusCode).toBe(503);
  },
);

test.skipIf(!onPostgres)("SAFE-11 the calls of a page share the page's deadline", async () => {
  const statuses = (await app.inject("/page")).json<number[]>();
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(503);
});

test.skipIf(!onPostgres)("SAFE-11 background work after the reply has no deadline", async () => {
  expect((await app.inject("/background")).statusCode).toBe(200);
  await vi.waitFor(() => expect(backgroundWork).toHaveLength(1));
  await expect(backgroundWork[0]).resolves.toBeUndefined();
});
