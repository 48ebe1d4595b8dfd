import type { FastifyRequest } from "fastify";
import { Redis } from "ioredis";
import { afterEach, expect, test, vi } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { findWindowEnd } from "./counters.ts";
import { countAgainstLimits, createLimiter } from "./limits.ts";

const siteWithoutRedis = await openSite({ redis_url: undefined });
const { openCounter } = siteWithoutRedis.app;

afterEach(() => vi.useRealTimers());

/** Stops the clock at this time of a day (UTC). */
function stopClock(time: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-11-27T${time}Z`) });
}

test("SAFE-08 a counter starts again when its window has ended", async () => {
  stopClock("10:00:00");
  const counter = openCounter("windows", 60);
  expect(await counter.add("yui")).toEqual({ count: 1, secondsLeft: 60 });
  stopClock("10:00:59");
  expect(await counter.add("yui")).toEqual({ count: 2, secondsLeft: 1 });
  // A window of a second would be too short.
  expect(await counter.add("mei")).toEqual({ count: 1, secondsLeft: 61 });
  expect(await counter.read("yui")).toEqual({ count: 2, secondsLeft: 1 });
  stopClock("10:01:00");
  expect(await counter.read("yui")).toEqual({ count: 0, secondsLeft: 0 });
  expect(await counter.add("yui")).toEqual({ count: 1, secondsLeft: 60 });
  expect(await counter.read("mei")).toEqual({ count: 1, secondsLeft: 60 });
});

test("SAFE-03 SAFE-08 windows have fixed ends, whenever they begin", () => {
  const findEnd = (time: string, seconds: number) =>
    new Date(findWindowEnd(Date.parse(`2026-11-27T${time}Z`), seconds)).toISOString().slice(8, 19);
  expect(findEnd("10:00:00.250", 900)).toBe("27T10:15:00");
  expect(findEnd("10:13:59.750", 900)).toBe("27T10:15:00");
  expect(findEnd("10:14:00.001", 900)).toBe("27T10:30:00");
  expect(findEnd("10:14:00", 3_600)).toBe("27T11:00:00");
  expect(findEnd("10:00:00.001", 60)).toBe("27T10:02:00");
  // Seven hours don't divide a day.
  expect(findEnd("22:00:00", 25_200)).toBe("28T00:00:00");
  expect(findEnd("23:59:00", 900)).toBe("28T00:00:00");
});

test("SAFE-08 a window that begins just before midnight lasts long enough for Redis to store its end", () => {
  for (const seconds of [60, 900, 3_600, 25_200, 86_400]) {
    const midnight = Date.parse("2026-11-28T00:00:00Z");
    expect(findWindowEnd(midnight - 1, seconds)).toBe(midnight + 60_000);
    expect(findWindowEnd(midnight, seconds)).toBeGreaterThanOrEqual(midnight + 60_000);
  }
});

test("SAFE-08 counters with the same name and window are shared, and other counters are separate", async () => {
  await openCounter("shared", 60).add("yui");
  expect((await openCounter("shared", 60).add("yui")).count).toBe(2);
  expect((await openCounter("shared", 3600).add("yui")).count).toBe(1);
  expect((await openCounter("other", 60).add("yui")).count).toBe(1);
});

test("SAFE-08 beyond the maximum number of subjects, a new one evicts only the oldest", async () => {
  const counter = openCounter("bounded", 60);
  await counter.add("first");
  await counter.add("second");
  for (let i = 0; i < 49_999; i++) await counter.add(`made up ${i}`);
  expect((await counter.read("first")).count).toBe(0);
  expect((await counter.read("second")).count).toBe(1);
  expect((await counter.read("made up 49998")).count).toBe(1);
});

const stores: [string, string | undefined][] = [["memory", undefined]];
if (process.env.REDIS_URL) stores.push(["Redis", process.env.REDIS_URL]);

test.each(stores)(
  "SAFE-08 in %s, a call that counts several subjects counts all of them or none",
  async (_, redis_url) => {
    const site = await openSite({ redis_url });
    const counter = site.app.openCounter("taken", 60);
    const take = (...subjects: string[]) =>
      counter.take(subjects.map((subject) => ({ subject, max: subject === "shared" ? 3 : 2 })));
    expect(await take("yui", "shared")).toBeUndefined();
    expect(await take("yui", "shared")).toBeUndefined();
    expect(await take("yui", "shared")).toBeGreaterThanOrEqual(60);
    expect((await counter.read("shared")).count).toBe(2);
    expect(await take("mei", "shared")).toBeUndefined();
    expect(await take("mei", "shared")).toBeGreaterThanOrEqual(60);
    expect((await counter.read("mei")).count).toBe(1);
    const waitTimes = await Promise.all(Array.from({ length: 10 }, () => take("rin")));
    expect(waitTimes.filter((wait) => wait === undefined)).toHaveLength(2);
  },
);

const redis_url = process.env.REDIS_URL;

test.skipIf(!redis_url)(
  "SAFE-01 SAFE-08 counters in Redis count like counters in memory, and have keyed hashes as names",
  async () => {
    const site = await openSite({ redis_url });
    const redis = new Redis(redis_url ?? "");
    const before = new Set(await redis.keys("*"));
    const counter = site.app.openCounter("in Redis", 60);
    expect(await counter.read("203.0.113.7")).toEqual({ count: 0, secondsLeft: 0 });
    const { count, secondsLeft } = await counter.add("203.0.113.7");
    expect([count, secondsLeft >= 60, secondsLeft <= 120]).toEqual([1, true, true]);
    expect((await counter.add("203.0.113.7")).count).toBe(2);
    const stored = await counter.read("203.0.113.7");
    expect(stored.count).toBe(2);
    expect(stored.secondsLeft).toBeGreaterThan(50);
    const added = (await redis.keys("limit:*")).filter((name) => !before.has(name));
    expect(added.length).toBeGreaterThan(0);
    for (const name of added) {
      expect(name).toMatch(/^limit:[\w-]{22}$/);
      expect((await redis.pexpiretime(name)) % 60_000).toBe(0);
    }
    await redis.quit();
  },
);

test("API-11 a request that several limits refuse gets the longest wait", async () => {
  stopClock("10:00:00");
  const services = {
    ...siteWithoutRedis.services,
    config: { ...siteWithoutRedis.services.config, limit_factor: 1 },
  };
  const request = { ip: "192.0.2.77", viewer: {} } as FastifyRequest;
  const limiters = [60, 3_600].map((seconds) =>
    createLimiter(siteWithoutRedis.app, services, "both", {
      key: "address",
      max: 2,
      seconds,
      on_store_error: "refuse",
    }),
  );
  expect(await countAgainstLimits(limiters, request)).toBeUndefined();
  expect(await countAgainstLimits(limiters, request)).toBeUndefined();
  expect(await countAgainstLimits(limiters, request)).toBe(3_600);
});
