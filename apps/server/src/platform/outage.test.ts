import { postNgWord, previewNgWord } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { transaction } from "#platform/database/transaction.ts";
import type { Database } from "./database/db.ts";
import { maxConnections, openPool } from "./database/db-pool.ts";
import { openTestDatabase } from "./testing/database.ts";
import { startHangingProxy } from "./testing/hanging-proxy.ts";
import { openSite } from "./testing/site.ts";

type Proxy = Awaited<ReturnType<typeof startHangingProxy>>;
type Site = Awaited<ReturnType<typeof openSite>>;

// The embedded database and the counters in memory run in this process, so they can't hang while it
// runs.
const canHang = inject("template").engine === "postgres" && process.env.REDIS_URL !== undefined;

async function openBehindProxy(times?: Parameters<typeof openPool>[1]) {
  let proxy: Proxy | undefined;
  const database = await openTestDatabase(async (url) => {
    proxy = await startHangingProxy(url);
    return openPool(proxy.url, times);
  });
  if (!proxy) throw new Error("only PostgreSQL is opened behind a proxy");
  afterAll(proxy.close);
  return { database, proxy };
}

describe.skipIf(!canHang)("SAFE-11 a service that hangs", { timeout: 60_000 }, () => {
  let postgres: Proxy;
  let redis: Proxy;
  let site: Site;
  let ask: (body: string) => Promise<MeasuredReply>;
  let requests: Record<string, () => Promise<MeasuredReply>>;

  interface MeasuredReply {
    status: number;
    retry_after: unknown;
    milliseconds: number;
    uuid_hash: string | undefined;
  }

  /** Waits for the reply to a call and measures the time. */
  const measureCall = async (
    call: Promise<{ status: number; headers: Record<string, unknown>; data: unknown }>,
  ): Promise<MeasuredReply> => {
    const before = performance.now();
    const { status, headers, data } = await call;
    const milliseconds = performance.now() - before;
    const uuid_hash = (data as { uuid_hash?: string } | undefined)?.uuid_hash;
    return { status, retry_after: headers["retry-after"], milliseconds, uuid_hash };
  };

  beforeAll(async () => {
    const opened = await openBehindProxy();
    postgres = opened.proxy;
    redis = await startHangingProxy(String(process.env.REDIS_URL));
    afterAll(redis.close);
    const config = { limit_factor: 1000, redis_url: redis.url };
    site = await openSite(config, { database: opened.database });
    const yui = await site.registerPerson("yui");
    const kenta = await site.registerPerson("kenta");
    const visitor = site.openBrowser();
    let wordCount = 0;
    ask = (body) => measureCall(kenta.send(postQuestion, { body: { account: "yui", body } }));
    requests = {
      read: () => measureCall(visitor.send(getUser, { params: { id: "yui" } })),
      read_signed_in: () => measureCall(yui.send(listReceivedItems, {})),
      write: () => ask("?"),
      transaction: () =>
        measureCall(yui.send(postNgWord, { body: { word: `word ${wordCount++}` } })),
      picture: () => measureCall(visitor.sendRaw("GET", "/cards/profiles/ja/yui.png")),
      // The limit of this endpoint allows calls while they can't be counted.
      counted: () => measureCall(yui.send(previewNgWord, { query: { word: "?" } })),
    };
  });

  const sendAll = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () => Object.values(requests).map((send) => send())).flat(),
    );
  const findLongest = (replies: MeasuredReply[]) =>
    Math.max(...replies.map(({ milliseconds }) => milliseconds));

  test("PostgreSQL: requests get 503 with Retry-After within 10 s, no acknowledged write is lost, and the site recovers", async () => {
    expect(new Set((await sendAll(2)).map(({ status }) => status))).toEqual(new Set([200, 201]));

    const asked = Array.from({ length: 30 }, (_, i) => ask(`question ${i}`));
    await Promise.race(asked);
    postgres.hang();
    const refused = [...(await sendAll(8)), ...(await sendAll(1))];
    for (const { status, retry_after } of refused) {
      expect(status).toBe(503);
      expect(Number(retry_after)).toBeGreaterThan(0);
    }
    const replies = await Promise.all(asked);
    expect(findLongest([...refused, ...replies])).toBeLessThan(10_000);
    expect((await measureCall(site.openBrowser().sendRaw("GET", "/healthz"))).status).toBe(200);
    // It still serves cached pages.
    const readiness = await site.openBrowser().sendRaw("GET", "/readyz");
    expect([readiness.status, readiness.data]).toEqual([200, { ready: true }]);

    postgres.resume();
    const waitOptions = { timeout: 5_000, interval: 50 };
    await vi.waitFor(async () => expect((await ask("again")).status).toBe(201), waitOptions);
    expect(new Set((await sendAll(2)).map(({ status }) => status))).toEqual(new Set([200, 201]));

    const acknowledged = replies.flatMap(({ uuid_hash }) => uuid_hash ?? []);
    expect(acknowledged.length).toBeGreaterThan(0);
    const { rows } = await site.services.database.executeSql(
      "select uuid_hash from questions where uuid_hash = any($1::text[])",
      [acknowledged],
    );
    expect(rows).toHaveLength(acknowledged.length);
  });

  test("Redis: requests end within 5 s, later ones sooner, and the site recovers", async () => {
    redis.hang();
    const first = await sendAll(4);
    const later = await sendAll(4);
    for (const { status } of [...first, ...later]) expect([200, 201, 503]).toContain(status);
    for (const send of ["read", "counted"]) {
      expect((await requests[send]?.())?.status).toBe(200);
    }
    expect((await requests.write?.())?.status).toBe(503);
    expect(findLongest(first)).toBeLessThan(5_000);
    expect(findLongest(later)).toBeLessThan(findLongest(first));
    redis.resume();
    const waitOptions = { timeout: 5_000, interval: 50 };
    await vi.waitFor(async () => expect((await ask("again")).status).toBe(201), waitOptions);
  });
});

describe.skipIf(!canHang)("SAFE-11 a pool whose server hangs", { timeout: 30_000 }, () => {
  const times = { connect: 5_000, statement: 5_000, reply: 1_000 };
  let database: Database;
  let proxy: Proxy;
  const timeoutError = { code: "DATABASE_TIMEOUT" };
  const count = async () => (await database.executeSql("select * from inserted_rows")).rows.length;

  beforeAll(async () => {
    ({ database, proxy } = await openBehindProxy(times));
    afterAll(database.close);
    await database.executeSql("create table inserted_rows (x int)");
  });

  test("a connection that waits for a reply is never used again", async () => {
    // Opens all connections of the pool.
    const count = maxConnections.job;
    await Promise.all(
      Array.from({ length: count }, () => database.executeSql("select pg_sleep(0.2)")),
    );
    proxy.hang();
    const statements = Array.from({ length: count }, () =>
      database.executeSql("select 'late' as x"),
    );
    await Promise.all(statements.map((reply) => expect(reply).rejects.toMatchObject(timeoutError)));
    proxy.resume();
    const next = Array.from({ length: 30 }, (_, i) =>
      database.executeSql("select $1::int as x", [i]),
    );
    expect((await Promise.all(next)).map(({ rows }) => rows)).toEqual(
      Array.from({ length: 30 }, (_, x) => [{ x }]),
    );
  });

  test.each(["commit", "statement"])(
    "a transaction whose %s gets no reply is rolled back as a whole or committed as a whole",
    async (hangingStep) => {
      const before = await count();
      const insert = "insert into inserted_rows values (1)";
      const inserting = transaction(database.db, async (db) => {
        await db.query(insert);
        if (hangingStep === "statement") proxy.hang();
        await db.query(insert);
        if (hangingStep === "commit") proxy.hang();
      });
      await expect(inserting).rejects.toMatchObject(timeoutError);
      proxy.resume();
      await vi.waitFor(async () => expect([before, before + 2]).toContain(await count()));
      await database.executeSql("insert into inserted_rows values (1)");
    },
  );
});
