import { Redis } from "ioredis";
import type { Logger } from "#platform/observability/log.ts";
import { redisConnected, redisOutages } from "#platform/observability/meters.ts";

/** A connection whose commands succeed or fail within two seconds, and that reconnects. */
export interface RedisConnection {
  redis: Redis;
  /**
   * Resolves when commands are accepted, when connecting fails, or after `times.command` at the latest;
   * never rejects.
   */
  whenReady(): Promise<void>;
  /** Closes the connection within two seconds, even if Redis hangs. */
  close(): Promise<void>;
}

/** Milliseconds. */
export interface RedisTimes {
  /** The time without data after which a connection with a pending command is closed. */
  silence: number;
  /** The time limit of a command, including the wait for earlier commands. */
  command: number;
  /** The pause before each reconnection. */
  reconnect: number;
  /** How often an idle connection is checked. */
  probe: number;
}

const defaultTimes: RedisTimes = { silence: 1_500, command: 2_000, reconnect: 1_000, probe: 5_000 };

/**
 * Opens a connection to Redis. A command that Redis doesn't reply to within `times.silence` fails and
 * closes the connection; from then on commands fail at once, until Redis accepts a new connection.
 * So a Redis that hangs delays a request by one timeout at most, even if it sends many commands.
 *
 * Without a connection, commands fail instead of waiting in a queue, and no command is ever sent twice.
 * An outage is logged once when it begins and once when it ends. `role` names the connection in the log
 * and in the metrics.
 */
export function openRedis(
  url: string,
  role: string,
  log: Pick<Logger, "warn" | "info">,
  times: RedisTimes = defaultTimes,
): RedisConnection {
  const redis = new Redis(url, {
    connectTimeout: times.silence,
    socketTimeout: times.silence,
    commandTimeout: times.command,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => times.reconnect,
  });
  // Prometheus sees a counter rise only if it has read its former value.
  redisOutages.inc({ role }, 0);
  redisConnected.set({ role }, 0);
  let isUnreachable = false;
  let isClosing = false;
  let reason: string | undefined;
  // The message may quote a command's arguments, which must not be logged.
  redis.on("error", (error: NodeJS.ErrnoException) => {
    reason = error.code ?? error.name;
  });
  redis.on("close", () => {
    if (isUnreachable || isClosing) return;
    isUnreachable = true;
    redisOutages.inc({ role });
    redisConnected.set({ role }, 0);
    log.warn({ redis: role, reason }, "Redis is out of reach");
  });
  redis.on("ready", () => {
    if (isUnreachable) log.info({ redis: role }, "Redis is back");
    redisConnected.set({ role }, 1);
    isUnreachable = false;
    reason = undefined;
  });
  // A subscriber sends no commands, so only a probe detects a dead connection.
  const probe = setInterval(() => {
    if (redis.status === "ready") redis.ping().catch(() => undefined);
  }, times.probe).unref();

  return {
    redis,
    whenReady: () => waitUntilReady(redis, times.command),
    close: async () => {
      clearInterval(probe);
      isClosing = true;
      await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

function waitUntilReady(redis: Redis, timeout: number): Promise<void> {
  if (redis.status === "ready") return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      redis.off("ready", finish).off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, timeout);
    redis.once("ready", finish).once("close", finish);
  });
}
