import type { Limit } from "@toibako/contract/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "#platform/http/failure.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { isNewVisitor, type Viewer } from "#platform/identity/viewer.ts";
import { refusals } from "#platform/observability/meters.ts";
import type { Services } from "#platform/services.ts";
import { listNetworkRanges } from "./networks.ts";

/** A limit of requests; both functions return the seconds to wait, undefined within the limit. */
export interface Limiter {
  /** Counts one request, unless it exceeds the limit. */
  take(request: FastifyRequest): Promise<number | undefined>;
  /** Returns what `take` would return, but counts nothing. */
  peek(request: FastifyRequest): Promise<number | undefined>;
}

/** A limit; `site_max` is the maximum of all networks together. */
export interface SiteLimit extends Limit {
  site_max?: Limit["max"];
}

/** Creates the limiter of a limit; limits of the same name, key, field and window share a counter. */
export function createLimiter(
  app: FastifyInstance,
  { config, secrets }: Services,
  name: string,
  limit: SiteLimit,
): Limiter {
  const { limit_factor } = config;
  if (limit_factor === 0) return unlimited;
  const counter = app.openCounter(
    [name, limit.key, limit.by].filter(Boolean).join(" "),
    limit.seconds,
  );
  const listBounds = (request: FastifyRequest) =>
    listSubjects(limit, request).map(({ subject, max, factor }) => {
      const countedSubject = `${name} ${subject.toString("hex")}`;
      const currentMax = computeMax(secrets, max, factor, limit.seconds, countedSubject);
      return { subject, max: Math.ceil(currentMax * limit_factor) };
    });
  return {
    take: async (request) => {
      const bounds = listBounds(request);
      const wait = await counter.take(bounds).catch(() => handleStoreError(limit.on_store_error));
      if (wait !== undefined) refusals.inc({ limit: `${name} ${limit.key}` });
      return wait;
    },
    peek: async (request) => {
      const waits = listBounds(request).map(async ({ subject, max }) => {
        const { count, secondsLeft } = await counter.read(subject);
        return count >= max ? secondsLeft : undefined;
      });
      return findLongest(await Promise.all(waits).catch(() => []));
    },
  };
}

const unlimited: Limiter = { take: async () => undefined, peek: async () => undefined };

/** The longest of several waiting times; undefined if there is none. */
function findLongest(waits: readonly (number | undefined)[]): number | undefined {
  const waitTimes = waits.filter((seconds) => seconds !== undefined);
  return waitTimes.length === 0 ? undefined : Math.max(...waitTimes);
}

/**
 * Counts a request against several limits, up to the first that refuses it. Returns the longest wait
 * of all limits that would refuse the request, so that it succeeds after this wait.
 */
export async function countAgainstLimits(
  limiters: readonly Limiter[],
  request: FastifyRequest,
): Promise<number | undefined> {
  for (const limiter of limiters) {
    const wait = await limiter.take(request);
    if (wait === undefined) continue;
    const otherLimiters = limiters.filter((other) => other !== limiter);
    return findLongest([
      wait,
      ...(await Promise.all(otherLimiters.map((other) => other.peek(request)))),
    ]);
  }
  return undefined;
}

/** Decides about a request that can't be counted: allows it, or refuses it as overload. */
export function handleStoreError(on_store_error: Limit["on_store_error"]): undefined {
  if (on_store_error === "refuse") throw new Failure("overloaded", { retry_after: 1 });
}

/** The subjects for which a request is counted. The maximum of each is `factor` times `max`. */
function listSubjects(limit: SiteLimit, request: FastifyRequest) {
  const callers = listCallers(limit, request);
  const { by } = limit;
  if (by === undefined) return callers;
  const fields: unknown = { ...(request.body as object), ...(request.params as object) };
  const value = by.split(".").reduce(readField, fields);
  return callers.map((caller) => ({
    ...caller,
    subject: Buffer.concat([Buffer.from(`${JSON.stringify(value)} `), caller.subject]),
  }));
}

const readField = (value: unknown, field: string): unknown =>
  (value as Record<string, unknown> | undefined)?.[field];

function listCallers({ key, max, site_max }: SiteLimit, { ip, viewer }: FastifyRequest) {
  if (key === "everyone") return [{ subject: Buffer.alloc(0), max, factor: 1 }];
  const countsNetwork = key === "address" || key.endsWith("visitor_network");
  if (viewer.identity && !countsNetwork) return [{ subject: viewer.identity, max, factor: 1 }];
  const subjects = listNetworkRanges(ip).map(({ range, factor }) => ({
    subject: Buffer.from(range),
    max,
    factor,
  }));
  if (site_max) subjects.push({ subject: Buffer.from("all networks"), max: site_max, factor: 1 });
  return subjects;
}

/** Whether a limit applies to this viewer. */
export function appliesTo(key: Limit["key"], viewer: Viewer): boolean {
  switch (key) {
    case "address":
    case "everyone":
      return true;
    case "user":
      return viewer.user !== undefined;
    case "visitor":
      return viewer.user === undefined && viewer.identity !== undefined;
    case "cookieless_network":
      return viewer.identity === undefined;
    case "visitor_network":
      return viewer.user === undefined;
    case "new_visitor_network":
      return isNewVisitor(viewer);
  }
}

/**
 * Returns `factor` times the maximum of a limit in the current window. If `max` is a range, the result
 * is a random number of the range, the same in the whole window. A caller who is refused after fewer calls
 * than the range's minimum knows that others of the same network have called too. To make this rare, the
 * result is the minimum plus three random numbers, whose sum is rarely small.
 */
function computeMax(
  secrets: Secrets,
  max: Limit["max"],
  factor: number,
  seconds: number,
  subject: string,
): number {
  if (typeof max === "number") return max * factor;
  const [least, most] = [max[0] * factor, max[1] * factor];
  const window = String(Math.floor(Date.now() / 1000 / seconds));
  const third = Math.floor((most - least) / 3);
  const spans = [third, third, most - least - 2 * third];
  const draws = spans.map((span, index) =>
    secrets.deriveNumber(0, span, subject, window, String(index)),
  );
  return draws.reduce((sum, draw) => sum + draw, least);
}
