import { isIPv6 } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { Limit } from "@toibako/contract/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Redis } from "ioredis";
import { Failure } from "./failure.ts";
import type { Services } from "./services.ts";

/** Counts one call; answers the seconds to wait when it was one too many. */
export type Limiter = (request: FastifyRequest) => Promise<number | undefined>;

type RateLimitKey = (request: FastifyRequest) => string;

/** The counters: in this process, or in Redis when several share them. */
export async function registerLimits(app: FastifyInstance, redis_url: string | undefined) {
  const redis = redis_url
    ? new Redis(redis_url, { connectTimeout: 500, maxRetriesPerRequest: 1 })
    : undefined;
  redis?.on("error", () => undefined);
  await app.register(rateLimit, { global: false, ...(redis && { redis }) });
  app.addHook("onClose", async () => void (await redis?.quit().catch(() => undefined)));
}

// Keys remembered in this process, for each limit: enough that nobody pushes their own out.
const cache = 50_000;

/** A counter of one declared limit, apart from all others by its name. */
export function limiter(
  app: FastifyInstance,
  services: Services,
  name: string,
  limit: Limit,
  key: RateLimitKey = keyOf(services, limit.key),
): Limiter {
  const factor = services.config.limit_factor;
  if (factor === 0) return () => Promise.resolve(undefined);
  const options = {
    max: Math.ceil(limit.figure * factor),
    timeWindow: limit.seconds * 1000,
    cache,
    skipOnError: limit.when_unreachable === "open",
    keyGenerator: (request: FastifyRequest) => `${name}:${limit.key}:${key(request)}`,
  };
  const take = app.createRateLimit(options);
  return async (request) => {
    const counted = await take(request).catch(() => {
      throw new Failure("overloaded", { retry_after: 1 });
    });
    return counted.isAllowed || !counted.isExceeded ? undefined : counted.ttlInSeconds;
  };
}

function keyOf(services: Services, kind: Limit["key"]): RateLimitKey {
  const address: RateLimitKey = (request) => addressKey(services, request);
  if (kind === "address") return address;
  return (request) => request.viewer.sender_key?.toString("base64url") ?? address(request);
}

/** The caller's network as a keyed hash, for limits and blocks. */
export function networkKey(services: Services, request: FastifyRequest): Buffer {
  return services.secrets.addressKey(networkOf(request.ip));
}

export function addressKey(services: Services, request: FastifyRequest): string {
  return networkKey(services, request).toString("base64url");
}

/** The /32 of an IPv4 address, the /64 of an IPv6 one: what one subscriber has. */
export function networkOf(ip: string): string {
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const missing = Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(missing).fill("0"), ...right];
  const leading = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${leading.join(":")}::/64`;
}
