import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** What a statement is for. Each purpose has connections of its own. */
export type Purpose = "read" | "write" | "job";

interface Deadline {
  /** The moment when the time is over, on the clock of `performance.now()`. */
  endsAt: number;
  /** Whether the reply has been sent; work that goes on afterwards has no deadline. */
  isReplied: boolean;
  purpose: Purpose;
}

declare module "fastify" {
  interface FastifyRequest {
    deadline: Deadline | undefined;
  }
}

/** Milliseconds. Including one wait for a connection (2 s), a request ends within 10 s, apart from the upload of a file. */
const requestTimeout = 7_500;

const deadlines = new AsyncLocalStorage<Deadline>();

/** Milliseconds that a statement may take: the rest of its request's time, at most `maximum`. */
export function computeTimeLeft(maximum: number): number {
  const deadline = deadlines.getStore();
  if (!deadline || deadline.isReplied) return maximum;
  return Math.min(maximum, Math.ceil(deadline.endsAt - performance.now()));
}

/** What the current statement is for: a request that reads, one that writes, or work outside of requests. */
export function getPurpose(): Purpose {
  return deadlines.getStore()?.purpose ?? "job";
}

/** Runs work outside of requests, with one deadline for all its statements. */
export function runWithin<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + milliseconds;
  return deadlines.run({ endsAt, isReplied: false, purpose: "job" }, work);
}

/** Whether the deadline of the current request has passed; false outside of requests. */
export function isDeadlinePassed(): boolean {
  return computeTimeLeft(1) <= 0;
}

/** Waits for something that the client sends, such as a file; this time doesn't count against the request's deadline. */
export async function waitForClient<T>(
  { deadline }: FastifyRequest,
  receive: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const received = await receive();
  if (deadline) deadline.endsAt += performance.now() - startedAt;
  return received;
}

/**
 * Gives each request one deadline for all its statements, carried in asynchronous context. Calls made
 * while rendering a page share the page's deadline.
 */
export function registerDeadlines(app: FastifyInstance, timeout = requestTimeout): void {
  app.decorateRequest("deadline", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const outer = deadlines.getStore();
    if (outer && !outer.isReplied) return done();
    const purpose = request.method === "GET" || request.method === "HEAD" ? "read" : "write";
    request.deadline = { endsAt: performance.now() + timeout, isReplied: false, purpose };
    deadlines.run(request.deadline, done);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (request.deadline) request.deadline.isReplied = true;
    done();
  });
}
