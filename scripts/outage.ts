// node scripts/outage.ts: suspends and resumes a temporary PostgreSQL and Redis under load, and reports
// response times, failures, the time to recover, and lost writes.
//   --seconds 15     how long each outage lasts
//   --clients 16     concurrent clients
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildIfStale } from "./build.ts";
import { listProcessTree } from "./child.ts";
import { type Headers, register } from "./client.ts";
import { findFreePort } from "./ports.ts";
import { startServer } from "./server.ts";
import { startPostgres, startRedis } from "./services.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    clients: { type: "string", default: "16" },
  },
});

const clients = Number(values.clients);
const outageMilliseconds = Number(values.seconds) * 1000;
/** Milliseconds of load without a fault, before the outage and again after the time to recover. */
const faultlessTime = 4_000;
/** Milliseconds that any request may take. */
const maxDuration = 10_000;
/** Milliseconds after the end of an outage in which requests may still fail. */
const maxRecoveryTime = 5_000;
/** Milliseconds between a client's requests, so that requests that fail at once don't flood the site. */
const requestPause = 20;

/** Functions that send a request of each kind as the n-th client. */
type Requests = Record<string, (n: number) => Promise<Omit<Sent, "kind">>>;

interface Sent {
  kind: string;
  began: number;
  ended: number;
  /** 0 when the connection broke. */
  status: number;
  hasRetryAfter: boolean;
  uuid_hash: string | undefined;
}

const built = await buildIfStale();
if (built && built.code !== 0) throw new Error(built.output);
const folder = mkdtempSync(join(tmpdir(), "toibako-outage-"));
const postgres = await startPostgres();
const redis = await startRedis();
const problems: string[] = [];
let site: { url: string; stop: () => Promise<void> } = { url: "", stop: async () => undefined };
try {
  site = await startSite();
  const yui = await register(site.url, "yui");
  // Each client has its own sender: the questions of one sender are numbered, so concurrent ones would
  // wait for each other.
  const senders: Headers[] = [];
  for (let n = 0; n < clients; n++) senders.push(await register(site.url, `sender_${n}`));
  const requests: Requests = {
    profile: () => send("GET", "/api/v1/user/yui"),
    page: () => send("GET", "/ja/yui", { accept: "text/html" }),
    picture: () => send("GET", "/cards/profiles/ja/yui.png"),
    inbox: () => send("GET", "/api/v2/me/items/received", yui),
    question: (n) => ask(senders[n]),
    setting: () => send("PUT", "/api/v1/user", yui, { self_introduction: randomUUID() }),
  };
  const sent: Sent[] = [];
  for (const [name, listPids] of [
    ["PostgreSQL", () => listProcessTree(postgres.pid)],
    ["Redis", () => [redis.pid]],
  ] as const) {
    sent.push(...(await runOutage(name, listPids, requests)));
  }
  await checkAcknowledged(sent);
} finally {
  await site.stop();
  await Promise.all([postgres.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length === 0) console.log("✓ Every request ended in time, and nothing was lost.");
process.exit(problems.length === 0 ? 0 : 1);

async function startSite() {
  const port = await findFreePort();
  const { stop } = await startServer(port, {
    LIMIT_FACTOR: "100000",
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function send(
  method: string,
  path: string,
  headers: Headers = {},
  body?: object,
): Promise<Omit<Sent, "kind">> {
  const began = performance.now();
  const endRequest = (reply?: Response, uuid_hash?: string) => ({
    began,
    ended: performance.now(),
    status: reply?.status ?? 0,
    hasRetryAfter: reply?.headers.has("retry-after") ?? false,
    uuid_hash,
  });
  try {
    const reply = await fetch(site.url + path, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return endRequest(reply, /"uuid_hash":"([^"]+)"/.exec(text)?.[1]);
  } catch {
    return endRequest();
  }
}

async function ask(sender: Headers | undefined): Promise<Omit<Sent, "kind">> {
  const headers = { ...sender, "idempotency-key": randomUUID() };
  return send("POST", "/api/v2/questions", headers, { account: "yui", body: "?" });
}

/** Sends requests before, during and after an outage, and reports on them. */
async function runOutage(
  name: string,
  listPids: () => number[],
  requests: Requests,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let isOver = false;
  const kinds = Object.entries(requests);
  const runClient = async (_: unknown, n: number) => {
    for (let i = n; !isOver; i++) {
      const [kind, request] = kinds[i % kinds.length] ?? [];
      if (kind && request) sent.push({ kind, ...(await request(n)) });
      await setTimeout(requestPause);
    }
  };
  const running = Array.from({ length: clients }, runClient);
  await setTimeout(faultlessTime);
  const suspended = listPids();
  const suspendedAt = performance.now();
  for (const pid of suspended) process.kill(pid, "SIGSTOP");
  await setTimeout(outageMilliseconds);
  const health = await send("GET", "/healthz");
  for (const pid of suspended.reverse()) process.kill(pid, "SIGCONT");
  const resumedAt = performance.now();
  await setTimeout(maxRecoveryTime + faultlessTime);
  isOver = true;
  await Promise.all(running);
  if (health.status !== 200) problems.push(`${name}: /healthz returned ${health.status}`);
  reportOutage(name, sent, suspendedAt, resumedAt);
  return sent;
}

function reportOutage(name: string, sent: Sent[], suspendedAt: number, resumedAt: number): void {
  const isFailed = ({ status }: Sent) => status < 200 || status >= 400;
  const before = sent.filter(({ ended }) => ended < suspendedAt);
  const during = sent.filter(({ began, ended }) => ended >= suspendedAt && began < resumedAt);
  const after = sent.filter(({ began }) => began >= resumedAt);
  const formatStatusCounts = (list: Sent[]) => {
    const counts = Object.groupBy(list, ({ status }) => String(status || "broken"));
    return Object.entries(counts).map(
      ([status, requests]) => `${requests?.length ?? 0} × ${status}`,
    );
  };
  const findLongestDuration = (list: Sent[]) =>
    Math.max(0, ...list.map(({ began, ended }) => ended - began));
  console.log(`${name}, stopped for ${formatSeconds(resumedAt - suspendedAt)}`);
  for (const [phase, list] of Object.entries({ before, during, after })) {
    console.log(
      `  ${phase}: ${formatStatusCounts(list).join(", ")}; longest ${formatSeconds(findLongestDuration(list))}`,
    );
  }
  const recovered = Math.max(0, ...after.filter(isFailed).map(({ ended }) => ended - resumedAt));
  console.log(`  last failure ${formatSeconds(recovered)} after the end`);
  if (findLongestDuration(sent) >= maxDuration)
    problems.push(`${name}: a request took 10 s or longer`);
  if (recovered > maxRecoveryTime) problems.push(`${name}: not recovered within 5 s`);
  if (before.some(isFailed)) problems.push(`${name}: requests failed before the outage`);
  const wrongStatuses = sent.filter((request) => isFailed(request) && request.status !== 503);
  if (wrongStatuses.length > 0)
    problems.push(`${name}: ${formatStatusCounts(wrongStatuses).join(", ")} instead of 503`);
  const withoutRetryAfter = sent.filter(
    ({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter,
  );
  if (withoutRetryAfter.length > 0)
    problems.push(`${name}: ${withoutRetryAfter.length} × 503 without Retry-After`);
}

/** Checks that every question acknowledged with 201 is in the database. */
async function checkAcknowledged(sent: Sent[]): Promise<void> {
  const acknowledged = sent.flatMap(({ kind, status, uuid_hash }) =>
    kind === "question" && status === 201 && uuid_hash ? [uuid_hash] : [],
  );
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ lost: number }>(
    `select count(*)::int as lost from unnest($1::text[]) as acknowledged
     where not exists (select from questions where uuid_hash = acknowledged)`,
    [acknowledged],
  );
  await client.end();
  const lost = rows[0]?.lost ?? 0;
  console.log(`${acknowledged.length} questions were acknowledged, ${lost} of them are lost`);
  if (lost > 0) problems.push(`${lost} acknowledged questions are lost`);
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
