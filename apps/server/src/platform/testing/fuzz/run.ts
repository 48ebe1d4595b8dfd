import type { Database } from "#platform/database/db.ts";
import { demoPassword } from "../../../demo/commands.ts";
import { callingAccounts, openCallers } from "./callers.ts";
import { createRandom, type Random } from "./random.ts";
import { createReplyCheck } from "./replies.ts";
import {
  buildDamagedBytes,
  buildRequest,
  type FuzzRequest,
  type Operation,
  type Target,
} from "./requests.ts";
import { type FuzzedSite, openFuzzedSite } from "./site.ts";
import { collectKnownValues, type KnownValues } from "./values.ts";
import { type FuzzReply, sendBytes, sendRequest } from "./wire.ts";

/** A missing reply, a server error or a reply that the document doesn't allow, with its request. */
export interface Finding {
  problem: string;
  operation: string;
  caller: string;
  request: string;
  reply: string;
  /** The error that the server threw, if any. */
  error: string | undefined;
}

export interface FuzzResult {
  sent: number;
  /** The names of all operations of the document. */
  operations: string[];
  /** Replies by status; 0 counts connections that ended without one. */
  statuses: Map<number, number>;
  /** How often each operation succeeded; an operation that never succeeds is hardly tested. */
  successes: Map<string, number>;
  findings: Finding[];
}

export interface FuzzOptions {
  requests: number;
  seed: number;
  /** A migrated database; by default a new one in memory. */
  database?: Database;
  onProgress?: (sent: number, findings: number) => void;
}

/** How many requests are sent at a time. */
const concurrency = 8;

/**
 * Sends valid and malformed requests made from the OpenAPI document to the whole server, without its
 * limits.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const site = await openFuzzedSite(concurrency, options.database);
  const random = createRandom(options.seed);
  try {
    const targets = await readTargets(site);
    return await sendRequests(site, targets, random, options);
  } finally {
    await site.close();
  }
}

async function sendRequests(
  site: FuzzedSite,
  targets: readonly Target[],
  random: Random,
  { requests, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const check = createReplyCheck(targets);
  // Values of the replies to all callers; `caller.known` has those of one caller. Later requests contain them.
  const known: KnownValues = new Map([
    ["account", [...callingAccounts]],
    ["password", [demoPassword]],
  ]);
  const callers = await openCallers(site);
  const result: FuzzResult = {
    sent: 0,
    operations: targets.map(({ operation }) => operation.operationId),
    statuses: new Map(),
    successes: new Map(),
    findings: [],
  };

  const sendOne = async (target: Target): Promise<void> => {
    const caller = random.pick(callers);
    const request = buildRequest(target, caller, random.pick([known, caller.known]), random);
    const bytes = random.chance(0.03) ? buildDamagedBytes(request, random) : undefined;
    const reply = await sendAgainIfBusy(() =>
      bytes ? sendBytes(site.port, bytes) : sendRequest(site.agent, site.port, request),
    );
    countReply(result, target, reply);
    const body = parseBody(reply.body);
    for (const values of [known, caller.known]) collectKnownValues(values, body, random);
    const sentMethod = request.method;
    const problem = check(reply, { sentMethod, isDamaged: bytes !== undefined });
    if (problem) {
      const { operationId } = target.operation;
      result.findings.push({
        problem,
        operation: reply.operation ?? operationId,
        caller: caller.name,
        request: bytes
          ? JSON.stringify(bytes.toString("latin1").slice(0, 3_000))
          : formatRequest(request),
        reply: reply.body.slice(0, 500),
        error: reply.error,
      });
    }
    if (mayHaveEndedSession(reply, target)) await caller.renew();
  };

  const sendMany = async (): Promise<void> => {
    while (result.sent < requests) {
      const target = targets[result.sent++ % targets.length] as Target;
      if (result.sent % 5_000 === 0) onProgress?.(result.sent, result.findings.length);
      await sendOne(target);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendMany));
  return result;
}

/**
 * Sends a request, up to four times while the reply is 503. On a busy machine 503 means that load is
 * shed, which is no fault; a fourth 503 is reported.
 */
async function sendAgainIfBusy(send: () => Promise<FuzzReply>): Promise<FuzzReply> {
  let reply = await send();
  for (let tries = 0; reply.status === 503 && tries < 3; tries++) {
    await new Promise((settle) => setTimeout(settle, 1_000));
    reply = await send();
  }
  return reply;
}

/** Whether the caller's session or cookie may have ended. */
function mayHaveEndedSession({ status }: FuzzReply, { operation }: Target): boolean {
  const endingOperations = ["logout", "register", "login", "forgetVisitor"];
  return status === 401 || (status < 300 && endingOperations.includes(operation.operationId));
}

function countReply(
  { statuses, successes }: FuzzResult,
  { operation }: Target,
  { status }: FuzzReply,
) {
  addOne(statuses, status);
  if (status >= 200 && status < 300) addOne(successes, operation.operationId);
}

function addOne<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Formats the request as a line of JSON; bytes that are not text are written as base64. */
function formatRequest({ body, ...request }: FuzzRequest): string {
  const text = body?.toString() ?? "";
  const isText = body === undefined || Buffer.from(text).equals(body);
  const content = isText ? { body: text.slice(0, 2_000) } : { base64: body?.toString("base64") };
  return JSON.stringify({ ...request, ...content });
}

async function readTargets({ agent, port }: FuzzedSite): Promise<Target[]> {
  const document = { method: "GET", path: "/api/openapi.json", headers: {}, body: undefined };
  const { body } = await sendRequest(agent, port, document);
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}
