import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import { millisecondsPerDay } from "#platform/durations.ts";
import { openRedis } from "#platform/events/redis.ts";
import type { Services } from "#platform/services.ts";

/** How often a counter counted one subject; it starts again at 0 after `secondsLeft`. */
export interface WindowCount {
  count: number;
  secondsLeft: number;
}

/**
 * Counts within windows with fixed ends, see `findWindowEnd`. A window begins with the first call that it counts.
 */
export interface Counter<Subject = string | Buffer> {
  add(subject: Subject): Promise<WindowCount>;
  read(subject: Subject): Promise<WindowCount>;
  /**
   * Adds one to each subject. If one of them has reached its maximum, adds nothing and returns the
   * seconds to wait, so that a refused call doesn't count against the other subjects.
   */
  take(bounds: readonly { subject: Subject; max: number }[]): Promise<number | undefined>;
}

/** Opens the counter of this name and window; opening it again returns the same one. */
export type OpenCounter = (name: string, seconds: number) => Counter;

declare module "fastify" {
  interface FastifyInstance {
    openCounter: OpenCounter;
  }
}

/** Stores counters in Redis, where several processes share them, or without Redis in this process. */
export async function registerCounters(
  app: FastifyInstance,
  { config, secrets }: Services,
): Promise<void> {
  const connection = config.redis_url ? openRedis(config.redis_url, "limits", app.log) : undefined;
  await connection?.whenReady();
  if (connection) await warnOfAppendOnlyFile(connection.redis, app.log);
  app.addHook("onClose", async () => connection?.close());

  const openedCounters = new Map<string, Counter>();
  app.decorate("openCounter", (name: string, seconds: number) => {
    const key = `${name} ${seconds}`;
    const existing = openedCounters.get(key);
    if (existing) return existing;
    const store = connection
      ? createRedisStore(connection.redis, seconds)
      : createMemoryStore(seconds);
    // The keyed hash depends on the counter and the day, so that a copy of Redis can be joined neither
    // with the database nor with a copy from another day.
    const hashSubject = (subject: string | Buffer) => {
      const today = String(Math.floor(Date.now() / millisecondsPerDay));
      return secrets.deriveLimitKey(key, today, subject);
    };
    const counter: Counter = {
      add: (subject) => store.add(hashSubject(subject)),
      read: (subject) => store.read(hashSubject(subject)),
      take: (bounds) =>
        store.take(bounds.map(({ subject, max }) => ({ subject: hashSubject(subject), max }))),
    };
    openedCounters.set(key, counter);
    return counter;
  });
}

/** An append-only file keeps the order of all requests of a sender; it must be off. */
async function warnOfAppendOnlyFile(redis: Redis, log: FastifyBaseLogger): Promise<void> {
  const persistenceInfo = await redis.info("persistence").catch(() => "");
  if (/^aof_enabled:1/m.test(persistenceInfo)) {
    log.warn("Redis keeps an append-only file, which records who asked when: set appendonly to no");
  }
}

/** Milliseconds; a window that would end earlier ends with the next one. */
const shortestWindow = 60_000;

/**
 * Finds the end of a window of this length that begins now. All subjects have the same ends, counted from midnight (UTC)
 * on, so that the expiry of a counter doesn't tell when it was first counted.
 */
export function findWindowEnd(now: number, seconds: number): number {
  const midnight = Math.floor(now / millisecondsPerDay) * millisecondsPerDay;
  const length = seconds * 1000;
  const end = midnight + Math.ceil((now - midnight + shortestWindow) / length) * length;
  // All windows end at midnight, because the keyed hashes of the subjects change then. In the last minute before it, the
  // end may have passed when Redis gets it as an expiry, and Redis would keep the counter; so it is a minute later.
  const nextMidnight = midnight + millisecondsPerDay;
  const isLastMinute = now > nextMidnight - shortestWindow;
  return Math.min(end, isLastMinute ? nextMidnight + shortestWindow : nextMidnight);
}

/** Maximum number of subjects per counter in memory; beyond it the oldest are evicted. */
const maxSubjectsPerCounter = 50_000;

function createMemoryStore(seconds: number): Counter<string> {
  // A window never ends before one that began earlier, so windows end in the order of their insertion.
  const windows = new Map<string, { count: number; endsAt: number }>();
  const findOpenWindow = (name: string, now: number) => {
    const window = windows.get(name);
    return window && window.endsAt > now ? window : undefined;
  };
  const toWindowCount = (count: number, endsAt: number, now: number) => ({
    count,
    secondsLeft: Math.ceil((endsAt - now) / 1000),
  });
  const addOne = (name: string, now: number) => {
    const window = findOpenWindow(name, now) ?? { count: 0, endsAt: findWindowEnd(now, seconds) };
    window.count += 1;
    if (window.count === 1) {
      // When a window begins, removes those that have ended, and the oldest one if there are too many.
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > now && windows.size < maxSubjectsPerCounter) break;
        windows.delete(oldest);
      }
      windows.delete(name);
      windows.set(name, window);
    }
    return toWindowCount(window.count, window.endsAt, now);
  };
  const readOne = (name: string, now: number) => {
    const window = findOpenWindow(name, now);
    return window ? toWindowCount(window.count, window.endsAt, now) : { count: 0, secondsLeft: 0 };
  };
  return {
    add: async (name) => addOne(name, Date.now()),
    read: async (name) => readOne(name, Date.now()),
    take: async (bounds) => {
      const now = Date.now();
      const reached = bounds
        .map(({ subject, max }) => ({ max, ...readOne(subject, now) }))
        .filter(({ count, max }) => count >= max);
      if (reached.length > 0) return Math.max(...reached.map(({ secondsLeft }) => secondsLeft));
      for (const { subject } of bounds) addOne(subject, now);
      return undefined;
    },
  };
}

/**
 * Adds one to each of KEYS and returns 0; or, if one of them has reached its maximum, adds nothing and
 * returns the milliseconds to wait. ARGV is the end of the window (Unix time in milliseconds), then the maximum of each key.
 */
const takeScript = `
  local wait = 0
  for index, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[index + 1]) then
      wait = math.max(wait, redis.call('PTTL', key))
    end
  end
  if wait > 0 then return wait end
  for _, key in ipairs(KEYS) do
    redis.call('SET', key, 0, 'PXAT', ARGV[1], 'NX')
    redis.call('INCR', key)
  end
  return 0`;

function createRedisStore(redis: Redis, seconds: number): Counter<string> {
  const formatKey = (name: string) => `limit:${name}`;
  const readResults = (replies: [error: Error | null, result: unknown][] | null) => {
    const error = replies
      ? replies.find(([failure]) => failure)?.[0]
      : new Error("aborted by Redis");
    if (error) throw error;
    return (replies ?? []).map(([, result]) => Number(result ?? 0));
  };
  const toWindowCount = (count = 0, milliseconds = 0) => ({
    count,
    secondsLeft: Math.max(0, Math.ceil(milliseconds / 1000)),
  });
  return {
    async take(bounds) {
      const keys = bounds.map(({ subject }) => formatKey(subject));
      const maxima = bounds.map(({ max }) => max);
      const end = findWindowEnd(Date.now(), seconds);
      const wait = await redis.eval(takeScript, keys.length, ...keys, end, ...maxima);
      return wait === 0 ? undefined : Math.ceil(Number(wait) / 1000);
    },
    async add(name) {
      const key = formatKey(name);
      const end = findWindowEnd(Date.now(), seconds);
      const transaction = redis.multi().set(key, 0, "PXAT", end, "NX");
      const [, count, left] = readResults(await transaction.incr(key).pttl(key).exec());
      return toWindowCount(count, left);
    },
    async read(name) {
      const key = formatKey(name);
      const [count, left] = readResults(await redis.multi().get(key).pttl(key).exec());
      return toWindowCount(count, left);
    },
  };
}
