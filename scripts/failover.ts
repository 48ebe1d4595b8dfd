// node scripts/failover.ts: kills the primary of a temporary PostgreSQL with a streaming replica while two processes of the
// site take questions, promotes the replica, and reports failed requests, the time to recover, and questions that were
// acknowledged and lost, or stored twice: with asynchronous replication, then with a replica that must have applied each
// commit. Then it kills Redis, and starts an empty one at the same address. haproxy must be installed.
//   --clients 16     concurrent clients
//   --seconds 10     between the death of the primary and the promotion, as an operator or a program needs them
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildAndReport } from "./build.ts";
import { createStopper, listProcessTree, waitUntilReady } from "./child.ts";
import { type Headers, register, sendJson } from "./client.ts";
import { findFreePort, isPortOpen } from "./ports.ts";
import { startServer } from "./server.ts";
import { startPostgres, startRedis } from "./services.ts";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "16" },
    seconds: { type: "string", default: "10" },
  },
});

/** Milliseconds of load before a failure and after the end of it, and between two attempts of a client. */
const faultlessTime = 5_000;
const retryPause = 50;
/** Milliseconds after the end of a failure in which requests may still fail. */
const maxRecoveryTime = 5_000;

/** A request to ask a question with the key that is its text. */
interface Attempt {
  key: string;
  ended: number;
  /** 0 when the connection broke. */
  status: number;
}

if ((await buildAndReport()) !== 0) process.exit(1);
const problems: string[] = [];
for (const isSynchronous of [false, true]) await runFailover(isSynchronous);
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function runFailover(isSynchronous: boolean): Promise<void> {
  const name = isSynchronous ? "synchronous_commit = remote_apply" : "asynchronous";
  const folder = mkdtempSync(join(tmpdir(), "toibako-failover-"));
  const durable = [
    "fsync=on",
    "full_page_writes=on",
    `synchronous_commit=${isSynchronous ? "remote_apply" : "on"}`,
  ];
  const primary = await startPostgres({ settings: durable });
  const replica = await startPostgres({ primary: primary.url });
  if (isSynchronous) {
    await query(primary.url, "alter system set synchronous_standby_names = '*'");
    await query(primary.url, "select pg_reload_conf()");
  }
  let redis = await startRedis();
  const stops: (() => Promise<void>)[] = [];
  try {
    const proxy = await startProxy(folder, [primary.url, replica.url]);
    stops.push(proxy.stop);
    const env = {
      LIMIT_FACTOR: "100000",
      LOG_LEVEL: "silent",
      DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
      REDIS_URL: redis.url,
      DATA_DIR: folder,
    };
    const urls: string[] = [];
    for (let n = 0; n < 2; n++) {
      const port = await findFreePort();
      stops.unshift((await startServer(port, env)).stop);
      urls.push(`http://127.0.0.1:${port}`);
    }
    const senders: Headers[] = [];
    const yui = await register(urls[0] ?? "", "yui");
    for (let n = 0; n < Number(values.clients); n++)
      senders.push(await register(urls[0] ?? "", `sender_${n}`));

    const attempts = await runUnderLoad(urls, senders, async () => {
      for (const pid of listProcessTree(primary.pid)) kill(pid);
      await setTimeout((Number(values.seconds) * 1000) / 2);
      const readings = await read(urls, yui);
      await setTimeout((Number(values.seconds) * 1000) / 2);
      await query(replica.url, "select pg_promote()");
      console.log(
        `Before the promotion, ${readings} of ${urls.length * 2} pages and lists were read`,
      );
    });
    report(`PostgreSQL, ${name}`, attempts);
    await compare(replica.url, attempts, isSynchronous);

    if (!isSynchronous) return;
    const redisPort = Number(new URL(redis.url).port);
    const redisAttempts = await runUnderLoad(urls, senders, async () => {
      kill(redis.pid);
      await setTimeout(Number(values.seconds) * 1000);
      redis = await startRedis(redisPort);
    });
    report("Redis", redisAttempts);
    await compare(replica.url, redisAttempts, true);
  } finally {
    for (const stop of stops) await stop();
    await Promise.all([primary.stop(), replica.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts haproxy before PostgreSQL, with the settings of docs/operations.md and the ports of this run. */
async function startProxy(folder: string, servers: readonly string[]) {
  const port = await findFreePort();
  const [primary = "", replica = ""] = servers.map((url) => new URL(url).host);
  const documentation = readFileSync("docs/operations.md", "utf8");
  const [, settings = ""] = /```haproxy-postgres\n(.*?)```/s.exec(documentation) ?? [];
  const file = join(folder, "haproxy.cfg");
  const local = settings
    .replace("127.0.0.1:5432", `127.0.0.1:${port}`)
    .replace("10.0.0.3:5432", primary)
    .replace("10.0.0.4:5432", replica);
  writeFileSync(file, local);
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const stop = createStopper(child, "SIGTERM");
  await waitUntilReady("haproxy", child, () => isPortOpen(port));
  return { port, stop };
}

/** Counts replies to a person's page and inbox, which the replica serves. */
async function read(urls: readonly string[], person: Headers): Promise<number> {
  const paths = ["/ja/yui", "/api/v2/me/items/received"];
  const replies = urls.flatMap((url) =>
    paths.map((path) => fetch(url + path, { headers: { ...person, accept: "text/html" } })),
  );
  const ended = await Promise.allSettled(replies);
  return ended.filter((end) => end.status === "fulfilled" && end.value.ok).length;
}

interface Load {
  sent: Attempt[];
  failedAt: number;
  repairedAt: number;
}

/** Lets each client ask one question after the other, each until it is acknowledged, while `fail` happens. */
async function runUnderLoad(
  urls: readonly string[],
  senders: readonly Headers[],
  fail: () => Promise<void>,
): Promise<Load> {
  const sent: Attempt[] = [];
  let isOver = false;
  const clients = senders.map(async (sender, n) => {
    while (!isOver) {
      const key = randomUUID();
      const headers = { ...sender, "idempotency-key": key };
      for (let status = 0, i = n; status !== 201; i++) {
        const url = `${urls[i % urls.length]}/api/v2/questions`;
        status = await sendJson(url, headers, { account: "yui", body: key }).then(
          async (reply) => {
            await reply.arrayBuffer();
            return reply.status;
          },
          () => 0,
        );
        sent.push({ key, ended: performance.now(), status });
        if (status !== 201) await setTimeout(retryPause);
      }
    }
  });
  await setTimeout(faultlessTime);
  const failedAt = performance.now();
  await fail();
  const repairedAt = performance.now();
  await setTimeout(maxRecoveryTime + faultlessTime);
  isOver = true;
  await Promise.all(clients);
  return { sent, failedAt, repairedAt };
}

function report(name: string, { sent, failedAt, repairedAt }: Load): void {
  const failed = sent.filter(({ status }) => status !== 201);
  const recovered = Math.max(0, ...failed.map(({ ended }) => ended - repairedAt));
  const statuses = Object.entries(
    Object.groupBy(failed, ({ status }) => String(status || "broken")),
  )
    .map(([status, list = []]) => `${list.length} × ${status}`)
    .join(", ");
  console.log(`${name}: away for ${formatSeconds(repairedAt - failedAt)}`);
  console.log(`  ${sent.length} requests, ${failed.length} failed (${statuses})`);
  console.log(`  last failure ${formatSeconds(recovered)} after the repair`);
  if (failed.some(({ ended }) => ended < failedAt))
    problems.push(`${name}: requests failed before`);
  if (recovered > maxRecoveryTime) problems.push(`${name}: not recovered within 5 s`);
}

/** Compares the stored questions with the acknowledged ones. */
async function compare(url: string, { sent }: Load, mayLoseNothing: boolean): Promise<void> {
  const acknowledged = sent.filter(({ status }) => status === 201).map(({ key }) => key);
  const rows = await query<{ body: string }>(url, "select body from questions");
  const counts = Map.groupBy(rows, ({ body }) => body);
  const lost = acknowledged.filter((key) => !counts.has(key)).length;
  const doubled = acknowledged.filter((key) => (counts.get(key)?.length ?? 0) > 1).length;
  console.log(`  ${acknowledged.length} acknowledged, ${lost} lost, ${doubled} stored twice`);
  if (mayLoseNothing && lost > 0) problems.push(`${lost} acknowledged questions are lost`);
  if (doubled > 0) problems.push(`${doubled} questions are stored twice`);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // A child has ended with its parent.
  }
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
